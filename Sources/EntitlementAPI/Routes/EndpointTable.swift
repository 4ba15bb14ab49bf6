import HTTPTypes

// The table of endpoints: REST API V2, dynamic client registration and the reset of temporary passes. The endpoints of the
// single sign-on service are in another file.
extension Endpoint {
    /// The endpoints of the entitlement API, in the order of a first launch.
    ///
    /// The OpenAPI document describes them.
    package static let api: [Endpoint] =
        [
            .register, .token, .configuration, .session, .resume, .sessionInformation, .partnerSession, .authenticate,
            .profiles, .profile, .profileByCode, .partnerProfile, .authorize, .preauthorize, .logout, .resetTempPass,
            .resetTempPassOfPerson,
        ] + singleSignOn

    /// Every endpoint; if several match a path, the first is used.
    package static let all = api + browser

    /// Every endpoint by its name.
    package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let device: [RequestHeader] = [.accessToken, .deviceIdentifier, .deviceInformation]
    /// The headers with tokens that let apps share a user's profiles, and the visitor identifier.
    private static let shared: [RequestHeader] = [.serviceToken, .subjectToken, .rokuToken, .visitorIdentifier]

    // MARK: - Registration

    package static let register = Endpoint(
        "register", .post, "/o/client/register", "Registers an app by its software statement.",
        optional: [.deviceInformation, .userAgent], body: .json(RegistrationRequest.self),
        answers: [.init(201, "The app's credentials.", RegistrationResponse.self)],
        errors: .registration([
            .invalidRequest, .invalidRedirectURI, .invalidSoftwareStatement, .unapprovedSoftwareStatement,
        ]), fault: .register)

    package static let token = Endpoint(
        "token", .post, "/o/client/token", "Returns an access token for client credentials.",
        optional: [.deviceInformation, .userAgent], ignored: [.query("refresh_token"), .member("refresh_token")],
        body: .form(TokenRequest.self),
        answers: [.init(201, "An access token.", TokenResponse.self)],
        errors: .registration([.invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedGrantType]),
        fault: .token)

    package static let configuration = Endpoint(
        "configuration", .get, "/api/v2/{serviceProvider}/configuration",
        "Lists the MVPDs that a service provider integrates.",
        required: [.accessToken], optional: [.deviceIdentifier, .deviceInformation], ignored: [.query("profile")],
        answers: [.init(200, "The configuration.", ConfigurationResponse.self)], fault: .configuration)

    // MARK: - Sessions

    package static let session = Endpoint(
        "session", .post, "/api/v2/{serviceProvider}/sessions", "Starts a sign-in at an MVPD.",
        required: device, optional: shared + [.userAgent], body: .form(SessionRequest.self),
        answers: [.init(200, "The next step.", SessionResponse.self, SessionResponse.begun)], fault: .sessions,
        codeLeadsTo: ["resume", "sessionInformation", "profileByCode", "authenticate"])

    package static let resume = Endpoint(
        "resume", .post, "/api/v2/{serviceProvider}/sessions/{code}", "Adds missing parameters to a session.",
        required: [.accessToken], optional: [.visitorIdentifier], body: .form(SessionRequest.self),
        answers: [.init(200, "The next step.", SessionResponse.self, SessionResponse.resumed)], fault: .sessions,
        codeLeadsTo: ["authenticate"])

    package static let sessionInformation = Endpoint(
        "sessionInformation", .get, "/api/v2/{serviceProvider}/sessions/{code}",
        "Returns a session's parameters, its missing parameters and its device.",
        required: [.accessToken], optional: [.visitorIdentifier],
        answers: [.init(200, "The session.", SessionInformation.self)], fault: .sessions)

    /// A missing framework status leads to a fallback, not to an error.
    package static let partnerSession = Endpoint(
        "partnerSession", .post, "/api/v2/{serviceProvider}/sessions/sso/{partner}",
        "Returns the next step of a sign-in through the partner.",
        required: device, optional: [.frameworkStatus, .userAgent, .visitorIdentifier],
        body: .form(PartnerSessionRequest.self),
        answers: [.init(200, "The next step.", SessionResponse.self, SessionResponse.partner)], fault: .sessionsSSO)

    package static let authenticate = Endpoint(
        "authenticate", .get, "/api/v2/authenticate/{serviceProvider}/{code}",
        "Redirects a user's browser to the MVPD's sign-in page.",
        query: [
            .init(
                "forceAuthn", "Whether a user with a session at the MVPD must sign in again. Default: false.",
                example: "true", Schema.texts(["true", "false", "1", "0"])),
            .init(
                "isPassive",
                "Whether the MVPD must not ask the user. Default: false. The service ignores it if the integration "
                    + "has no passiveAuthentication.", example: "false", Schema.texts(["true", "false", "1", "0"])),
        ], answers: [.redirection], errors: .page, fault: .authenticate)

    // MARK: - Profiles

    package static let profiles = Endpoint(
        "profiles", .get, "/api/v2/{serviceProvider}/profiles", "Lists the valid profiles of a device.",
        required: device, optional: [.frameworkStatus] + shared,
        answers: [
            .init(
                200, "The profiles, by MVPD.", ProfilesResponse.self,
                EntitlementProfile.shapes([.regular, .appleSSO, .platformSSO, .serviceTokenSSO]))
        ], fault: .profiles)

    package static let profile = Endpoint(
        "profile", .get, "/api/v2/{serviceProvider}/profiles/{mvpd}",
        "Returns the valid profile of a device with one MVPD.",
        required: device, optional: [.frameworkStatus, .temporaryIdentity] + shared,
        answers: [
            .init(
                200, "The profile, if any.", ProfilesResponse.self,
                EntitlementProfile.shapes(EntitlementProfile.Kind.allCases))
        ],
        refusals: [.init(403, "The temporary pass is used up.")], fault: .profiles)

    package static let profileByCode = Endpoint(
        "profileByCode", .get, "/api/v2/{serviceProvider}/profiles/code/{code}",
        "Returns the valid profile of the sign-in with a code; apps poll it.",
        required: [.accessToken], optional: [.temporaryIdentity, .visitorIdentifier],
        answers: [
            .init(
                200, "The profile; empty if the user has not signed in yet.", ProfilesResponse.self,
                EntitlementProfile.shapes([.regular, .degraded, .temporary]))
        ], refusals: [.init(403, "The temporary pass is used up.")], fault: .profiles)

    package static let partnerProfile = Endpoint(
        "partnerProfile", .post, "/api/v2/{serviceProvider}/profiles/sso/{partner}",
        "Creates a profile from the partner's SAML response, once.",
        required: device + [.frameworkStatus], optional: [.visitorIdentifier],
        body: .form(PartnerProfileRequest.self, malformed: .invalidParameterSAMLResponse),
        answers: [
            .init(201, "The profile.", ProfilesResponse.self, EntitlementProfile.shapes([.appleSSO])),
            .init(
                200,
                "The profile of the basic flow, if any: the MVPD is degraded, or single sign-on is off or not possible.",
                ProfilesResponse.self,
                EntitlementProfile.shapes([.regular, .degraded, .appleSSO, .platformSSO, .serviceTokenSSO])),
        ], fault: .profilesSSO)

    // MARK: - Decisions

    package static let authorize = Endpoint(
        "authorize", .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}",
        "Decides whether the user may watch resources now.",
        required: device, optional: [.frameworkStatus, .temporaryIdentity] + shared,
        body: .json(DecisionsRequest.self, malformed: .invalidParameterResources),
        answers: [.init(200, "The decisions.", DecisionsResponse.self, ResourceDecision.now)],
        refusals: [.init(403, "The request names too many resources.")], fault: .authorize, hasErrorsInside: true,
        asksMVPD: true)

    package static let preauthorize = Endpoint(
        "preauthorize", .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}",
        "Returns non-binding decisions on several resources.",
        required: device, optional: [.frameworkStatus] + shared, ignored: [.header(.temporaryIdentity)],
        body: .json(DecisionsRequest.self, malformed: .invalidParameterResources),
        answers: [.init(200, "The decisions.", DecisionsResponse.self, ResourceDecision.inAdvance)],
        refusals: [.init(403, "The request names too many resources.")], fault: .preauthorize, hasErrorsInside: true,
        asksMVPD: true)

    // MARK: - Logout and passes

    package static let logout = Endpoint(
        "logout", .get, "/api/v2/{serviceProvider}/logout/{mvpd}",
        "Removes the profiles of a device with one MVPD.",
        required: device, optional: shared,
        query: [
            .init(
                "redirectUrl", "The URL that the browser is redirected to after the MVPD's logout.",
                example: "https://example.com/done", isRequired: true)
        ], answers: [.init(200, "The remaining steps.", LogoutActionsResponse.self)], fault: .logout)

    package static let resetTempPass = reset(
        "resetTempPass", "/reset-tempass/v3/reset", "Deletes the trials of a temporary pass, of one device or of all.",
        .init("device_id", "The device identifier; missing or 'all' for every device.", example: "all"))

    package static let resetTempPassOfPerson = reset(
        "resetTempPassOfPerson", "/reset-tempass/v3/reset/generic",
        "Deletes the trials of a promotional pass, of one user or of all.",
        .init("key", "The user, for example a hash; missing or 'all' for every user.", example: "all"))

    private static func reset(
        _ name: String, _ path: PathTemplate, _ summary: String, _ whose: QueryParameter
    ) -> Endpoint {
        Endpoint(
            name, .delete, path, summary, required: [.accessToken],
            query: [
                .init("requestor_id", "The service provider (requestor).", example: "REF30", isRequired: true),
                .init("mvpd_id", "The pass.", example: "TempPass", isRequired: true), whose,
            ], answers: [.init(204, "The trials were deleted.")],
            refusals: [
                .init(
                    401, "The access token is missing or invalid.",
                    codes: [.invalidAccessTokenClientApplication]),
                .init(
                    403, "The app needs other credentials.",
                    codes: [.invalidAccessTokenClientApplication, .invalidAccessTokenServiceProvider]),
            ], fault: .resetTempPass, isThrottled: false, wrongClientStatus: 403)
    }
}
