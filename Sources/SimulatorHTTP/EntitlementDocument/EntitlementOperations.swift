import EntitlementAPI
import HTTPTypes
import StructuredText
import TVSimulator

/// The operations by the endpoints of the route table.
///
/// spec entitlement § 2.1, § 2.4.
enum EntitlementOperations {
    /// Returns the operation of an endpoint; `nil` where nobody has described it yet, which a test forbids.
    static func operation(of endpoint: Endpoint) -> EntitlementOperation? {
        all[endpoint]
    }

    /// Who the person is, in the words of others: profiles are shared by the tokens.
    private static let shared: [HTTPField.Name] = [.serviceToken, .subjectToken, .rokuToken, .visitorIdentifier]
    private static let visitor: [HTTPField.Name] = [.visitorIdentifier]

    private static let all: [Endpoint: EntitlementOperation] = [
        .register: EntitlementOperation(
            summary: "Registers an app by its software statement.", body: .json(RegistrationSchemas.registration),
            answers: [.init(status: 201, summary: "The app's credentials.", schema: RegistrationSchemas.credentials)],
            refusals: EntitlementOperation.registrationRefusal(RegistrationSchemas.refusalOfRegistration)),
        .token: EntitlementOperation(
            summary: "Hands out an access token for client credentials.", body: .form(RegistrationSchemas.tokenForm),
            answers: [.init(status: 201, summary: "An access token.", schema: RegistrationSchemas.token)],
            refusals: EntitlementOperation.registrationRefusal(RegistrationSchemas.refusalOfToken)),
        .configuration: EntitlementOperation(
            summary: "Lists the MVPDs that a service provider integrates.",
            headers: [.deviceIdentifier, .deviceInformation],
            answers: [.init(status: 200, summary: "The configuration.", schema: RegistrationSchemas.configuration)]),
        .session: EntitlementOperation(
            summary: "Begins a sign-in at an MVPD.", headers: shared + [.userAgent], body: .form(SessionSchemas.form),
            answers: [.init(status: 200, summary: "What comes next.", schema: SessionSchemas.session)],
            codeLeadsTo: [.resume, .sessionInformation, .profileByCode, .authenticate]),
        .resume: EntitlementOperation(
            summary: "Supplies what a session lacks.", headers: visitor, body: .form(SessionSchemas.form),
            answers: [.init(status: 200, summary: "What comes next.", schema: SessionSchemas.resumed)],
            codeLeadsTo: [.authenticate]),
        .sessionInformation: EntitlementOperation(
            summary: "Tells what a session has and lacks, and on what device it began.", headers: visitor,
            answers: [.init(status: 200, summary: "The session.", schema: SessionSchemas.information)]),
        .authenticate: EntitlementOperation(
            summary: "Sends a person's browser to the MVPD's sign-in page.",
            query: [
                .init(
                    name: "forceAuthn", summary: "Asks a person to sign in again whom the MVPD knows; absent: no.",
                    example: "true", schema: Schema.booleanText),
                .init(
                    name: "isPassive",
                    summary: "Has the MVPD ask nobody; absent: no. Taken and not used where the integration has no "
                        + "passiveAuthentication.",
                    example: "false", schema: Schema.booleanText),
            ],
            answers: [
                .init(
                    status: 302, summary: "The browser goes on.",
                    headers: ["Location": ["type": "string", "format": "uri-reference"]])
            ],
            refusals: [
                400: ErrorSchemas.page("A page that says why the sign-in cannot go on."),
                500: ErrorSchemas.page("A page that says what is not configured."),
            ]),
        .profiles: EntitlementOperation(
            summary: "Lists the valid profiles of a device.", headers: [.frameworkStatus] + shared,
            answers: [.init(status: 200, summary: "The profiles, by MVPD.", schema: ProfileSchemas.list)]),
        .profile: EntitlementOperation(
            summary: "Shows the valid profile of a device with one MVPD.",
            headers: [.frameworkStatus, .temporaryIdentity] + shared,
            answers: [.init(status: 200, summary: "The profile, if any.", schema: ProfileSchemas.ofMVPD)],
            refusals: EntitlementOperation.refusal(403, "The temporary pass is used up.")),
        .profileByCode: EntitlementOperation(
            summary: "Shows the valid profile that a code has led to; apps poll it.",
            headers: [.temporaryIdentity] + visitor,
            answers: [.init(status: 200, summary: "The profile; empty: not yet.", schema: ProfileSchemas.ofCode)],
            refusals: EntitlementOperation.refusal(403, "The temporary pass is used up.")),
        .authorize: EntitlementOperation(
            summary: "Decides whether resources may be watched now.",
            headers: [.frameworkStatus, .temporaryIdentity] + shared, body: .json(DecisionSchemas.request),
            answers: [.init(status: 200, summary: "The decisions.", schema: DecisionSchemas.authorized)],
            refusals: EntitlementOperation.refusal(403, "The request names too many resources.")),
        .preauthorize: EntitlementOperation(
            summary: "Tells which of several resources may be watched, without a promise.",
            headers: [.frameworkStatus] + shared, body: .json(DecisionSchemas.request),
            answers: [.init(status: 200, summary: "The decisions.", schema: DecisionSchemas.preauthorized)],
            refusals: EntitlementOperation.refusal(403, "The request names too many resources.")),
        .logout: EntitlementOperation(
            summary: "Removes the profiles of a device with one MVPD.", headers: shared,
            query: [
                .init(
                    name: "redirectUrl", summary: "Where the browser is sent after the MVPD has ended its session.",
                    example: "https://example.com/done", isRequired: true)
            ],
            answers: [.init(status: 200, summary: "What is left to do.", schema: DecisionSchemas.logout)]),
        .partnerSession: EntitlementOperation(
            summary: "Says how an app gets its person signed in through the partner.",
            headers: [.frameworkStatus, .userAgent] + visitor, body: .form(SessionSchemas.partnerForm),
            answers: [.init(status: 200, summary: "What comes next.", schema: SessionSchemas.partner)]),
        .partnerProfile: EntitlementOperation(
            summary: "Turns the partner's SAML response into a profile, once.", headers: visitor,
            body: .form(ProfileSchemas.form),
            answers: [
                .init(status: 201, summary: "The profile.", schema: ProfileSchemas.created),
                .init(status: 200, summary: "The MVPD is degraded.", schema: ProfileSchemas.degraded),
            ]),
        .resetTempPass: resetting(
            "Forgets the trials of a temporary pass, one device's or all.",
            .init(name: "device_id", summary: "The device identifier; absent or 'all': every device's.", example: "all")
        ),
        .resetTempPassOfPerson: resetting(
            "Forgets the trials of a promotional pass, one person's or all.",
            .init(
                name: "key", summary: "Who the person is, such as a hash; absent or 'all': everybody.", example: "all")),
    ]

    private static func resetting(
        _ summary: String, _ whose: EntitlementOperation.QueryParameter
    ) -> EntitlementOperation {
        EntitlementOperation(
            summary: summary,
            query: [
                .init(
                    name: "requestor_id", summary: "The service provider (requestor).", example: "REF30",
                    isRequired: true),
                .init(name: "mvpd_id", summary: "The pass.", example: "TempPass", isRequired: true), whose,
            ],
            answers: [.init(status: 204, summary: "They are forgotten.")],
            refusals: [
                401: ErrorSchemas.response(
                    401, "The access token is missing, or not valid here.",
                    codes: [.invalidAccessTokenClientApplication]),
                403: ErrorSchemas.response(
                    403, "The app needs other credentials.",
                    codes: [.invalidAccessTokenClientApplication, .invalidAccessTokenServiceProvider]),
            ])
    }
}
