import Foundation

/// Requests for sessions, devices, tokens and integrations that the service rejects or answers unexpectedly.
enum SessionRows {
    private typealias Step = ExchangeRecipe.Step
    private static let begins = FrameworkStatusRows.begins
    private static let delivered = FrameworkStatusRows.delivered
    private static let vouched: [String: String?] = ["AP-Partner-Framework-Status": FrameworkStatusRows.signedIn]

    private static func row(
        _ name: String, _ summary: String, in family: FixtureCase.Family = .session, why: String, _ steps: [Step],
        healthy: [Step], keepsToken: Bool = false
    ) -> FixtureCase {
        var recipe = ExchangeRecipe(steps, healthy: healthy, world: world)
        recipe.keepsToken = keepsToken
        return FixtureCase(name, family, summary, why: why, .exchange(recipe))
    }

    private static func configuration(
        _ status: Int, _ code: String? = nil, requestor: String = "REF30", headers: [String: String?] = [:]
    ) -> Step {
        .send("GET", "/api/v2/\(requestor)/configuration", headers: headers, status, code)
    }

    private static func deliver(
        _ form: [String: String], headers: [String: String?] = [:], _ code: String? = "invalid_parameter_saml_response"
    ) -> Step {
        .send(
            "POST", "/api/v2/REF30/profiles/sso/Apple", headers: vouched.merging(headers) { $1 }, form: form,
            code == nil ? 201 : 400, code)
    }

    private static func decide(
        _ headers: [String: String?] = vouched, _ resources: String = #"["REF30"]"#, _ status: Int = 200,
        _ code: String? = nil, members: [String: String] = [:]
    ) -> Step {
        .send(
            "POST", "/api/v2/REF30/decisions/authorize/Cablevision", headers: headers,
            json: #"{"resources":\#(resources)}"#, status, code, members: members)
    }

    private static func set(_ members: String) -> Step {
        .event("integration: {requestor: REF30, mvpd: Cablevision, set: {\(members)}}")
    }

    /// Creates a case in which the service's configuration changes between the request and the response.
    private static func switched(
        _ name: String, _ summary: String, why: String, _ members: String, begin: [String: String], _ status: Int,
        _ code: String
    ) -> FixtureCase {
        row(
            name, summary, why: why,
            [
                begins, set(members), FrameworkStatusRows.begin(FrameworkStatusRows.signedIn, members: begin),
                FrameworkStatusRows.deliver(FrameworkStatusRows.signedIn, status, code),
            ], healthy: [begins, delivered])
    }

    /// The subscriber of the responses is entitled to one resource.
    private static let world = """
        providers:
          Cablevision:
            subscribers:
              subscriber: {attributes: {userID: subscriber}, entitlements: [REF30]}
        \(ExchangeRecipe.awaiting)
        """

    static let all: [FixtureCase] = clients + deliveries + switches + decisions

    private static let clients = [
        row(
            "tokenMissing", "The request has no access token.",
            why: "Nothing is told to an app that nobody registered.",
            [configuration(401, "invalid_access_token_client_application", headers: ["Authorization": nil])],
            healthy: [configuration(200)]),
        row(
            "tokenForged", "The access token is a word.", why: "A bearer of anything is not a bearer of a token.",
            [
                configuration(
                    401, "invalid_access_token_client_application", headers: ["Authorization": "Bearer anything"])
            ],
            healthy: [configuration(200)]),
        row(
            "tokenLapsed", "The access token is older than its six hours.", in: .timeToLive,
            why: "The app must take a new one, and not sign its person out.",
            [.event("advance: 7h"), configuration(401, "invalid_access_token_client_application")],
            healthy: [.event("advance: 5h"), configuration(200)], keepsToken: true),
        row(
            "requestorUnknown", "The requestor is none that the service knows.",
            why: "A programmer's identifier that was misspelt in a build setting.",
            [configuration(400, "invalid_parameter_service_provider", requestor: "NOBODY")],
            healthy: [configuration(200)]),
        row(
            "deviceMissing", "The request does not say which device asks.", why: "Profiles belong to a device.",
            [
                .send(
                    "GET", "/api/v2/REF30/profiles", headers: ["AP-Device-Identifier": nil], 400,
                    "invalid_header_device_identifier")
            ], healthy: [.send("GET", "/api/v2/REF30/profiles", 200)]),
        row(
            "deviceInfoMissing", "The request does not say what the device is.",
            why: "Without it the service does not know whether the platform has single sign-on.",
            [
                .send(
                    "GET", "/api/v2/REF30/profiles", headers: ["X-Device-Info": nil], 400,
                    "invalid_header_device_info")
            ], healthy: [.send("GET", "/api/v2/REF30/profiles", 200)]),
        row(
            "partnerUnknown", "The partner is not Apple.", why: "A path that one letter makes another partner's.",
            [
                .send(
                    "POST", "/api/v2/REF30/sessions/sso/apple", headers: vouched, form: [:], 400,
                    "invalid_parameter_partner")
            ], healthy: [begins]),
    ]

    private static let deliveries = [
        row(
            "responseFieldMissing", "The form has no SAML response.",
            why: "A field that was misspelt is not there.",
            [begins, deliver(["samlResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseFieldEmpty", "The SAML response is empty.",
            why: "What an app sends that does not look whether the platform gave it one.",
            [begins, deliver(["SAMLResponse": ""])], healthy: [begins, delivered]),
        row(
            "responseEncodedTwice", "The SAML response is percent-encoded twice.",
            why: "The documentation warns of it, since networking libraries encode once by themselves.",
            [begins, deliver(["SAMLResponse": "{percentEncodedResponse}"])], healthy: [begins, delivered]),
        row(
            "responseAsXML", "The SAML response is XML, not its Base64.",
            why: "The platform hands out XML; the service takes Base64.",
            [begins, deliver(["SAMLResponse": "{responseXML}"])], healthy: [begins, delivered]),
        row(
            "responseWithoutRequest", "A SAML response comes, and no request was made.",
            why: "An answer without a question is an attack or a lost state.",
            [deliver(["SAMLResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseSentTwice", "The app sends the same SAML response a second time.",
            why: "A retry after a lost answer looks the same as a replay, and is one.",
            [begins, delivered, deliver(["SAMLResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseFromAnotherDevice", "The SAML response comes from another device than the request.",
            why: "What one device asked for must not sign in another.",
            [
                begins,
                deliver(
                    ["SAMLResponse": "{response}"], headers: ["AP-Device-Identifier": "fingerprint b3RoZXI="]),
            ], healthy: [begins, delivered]),
    ]

    private static let fallsBack = ["actionName": "authenticate", "reasonType": "configuration_fallback"]

    private static let switches = [
        switched(
            "singleSignOnSwitchedOff", "Single sign-on is switched off between request and answer.",
            why: "The dashboard changes while apps run.", "singleSignOn: false", begin: fallsBack, 500,
            "invalid_configuration_platform_services"),
        switched(
            "boardingWithdrawn", "The provider is only listed in the picker any more.",
            why: "Apple's side of the integration changes, too.", "boardingStatus: PICKER", begin: fallsBack, 500,
            "invalid_configuration_mvpd_platform_boarding_status"),
        row(
            "integrationSwitchedOff", "The integration is switched off between request and answer.",
            why: "A contract ends, and what was asked under it is not answered.",
            [begins, set("enabled: false"), deliver(["SAMLResponse": "{response}"], "invalid_integration")],
            healthy: [begins, delivered]),
        row(
            "platformWithoutSingleSignOn", "The device is of a platform that has no such framework.",
            why: "The headers of an Apple device on another one.",
            [
                begins,
                .send(
                    "POST", "/api/v2/REF30/profiles/sso/Apple",
                    headers: vouched.merging(["X-Device-Info": android]) { $1 }, form: ["SAMLResponse": "{response}"],
                    500, "invalid_configuration_platform"),
            ], healthy: [begins, delivered]),
    ]

    private static let android = FrameworkStatusRows.header(
        #"{"connectionType":"wifi","model":"Pixel","osName":"Android","osVersion":"15","version":"1"}"#)

    private static let decisions = [
        row(
            "decisionWithoutStatus", "A decision is asked for without the framework status.",
            why: "The profile is the platform's, and counts only while the platform vouches for it.",
            [begins, delivered, decide([:], #"["REF30"]"#, 200, "authenticated_profile_missing")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionAfterDenial", "A decision is asked for after the person has denied access.", in: .permission,
            why: "Access that was withdrawn in the settings must end at once, not with the profile.",
            [
                begins, delivered,
                decide(
                    [
                        "AP-Partner-Framework-Status": FrameworkStatusRows.header(
                            FrameworkStatusRows.granted.replacingOccurrences(of: "granted", with: "denied"))
                    ], #"["REF30"]"#, 400, "invalid_header_pfs_permission_access_not_granted"),
            ], healthy: [begins, delivered, decide()]),
        row(
            "decisionNotEntitled", "The resource is none that the person has subscribed to.",
            why: "A refusal inside an answer of status 200: apps that look at the status alone play.",
            [begins, delivered, decide(vouched, #"["OTHER"]"#, 200, "authorization_denied_by_mvpd")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionTooManyResources", "Decisions on two resources are asked for at once.",
            why: "Authorizations are asked for one by one.",
            [begins, delivered, decide(vouched, #"["REF30","OTHER"]"#, 403, "too_many_resources")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionWithoutProfile", "A decision is asked for, and nobody has signed in.",
            why: "The refusal that must lead to a sign-in, not to an offer to subscribe.",
            [decide(vouched, #"["REF30"]"#, 200, "authenticated_profile_missing")],
            healthy: [begins, delivered, decide()]),
        row(
            "profileLapsed", "The profile is older than the thirty days that it holds.", in: .timeToLive,
            why: "\"Expired\" and \"missing\" lead an app to different words.",
            [
                begins, delivered, .event("advance: 30d"),
                decide(vouched, #"["REF30"]"#, 200, "authenticated_profile_expired"),
            ],
            healthy: [begins, delivered, .event("advance: 29d"), decide()]),
        FixtureCase(
            "decisionWindows", .timeToLive, "A decision holds for a day, and its media token for seven minutes.",
            why: "Two ends that are often taken for one: the token's is the one that a player meets.",
            isDefective: false, .exchange(ExchangeRecipe(windows, healthy: windows, world: world))),
    ]

    private static let windows = [
        begins, delivered,
        decide(members: [
            "decisions.0.authorized": "true", "decisions.0.notAfter": "1767312000000",
            "decisions.0.notBefore": "1767225600000", "decisions.0.token.notAfter": "1767226020000",
            "decisions.0.token.notBefore": "1767225600000",
        ]),
    ]
}
