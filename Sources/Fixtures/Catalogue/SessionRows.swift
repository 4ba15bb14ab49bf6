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
        _ name: String, _ summary: String, why: String, _ members: String
    ) -> FixtureCase {
        row(
            name, summary, why: why,
            [
                begins, set(members),
                FrameworkStatusRows.begin(
                    FrameworkStatusRows.signedIn,
                    members: ["actionName": "authenticate", "reasonType": "configuration_fallback"]),
                FrameworkStatusRows.deliver(FrameworkStatusRows.signedIn, 200, members: noProfile),
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
            why: "The service gives no data to an app that is not registered.",
            [configuration(401, "invalid_access_token_client_application", headers: ["Authorization": nil])],
            healthy: [configuration(200)]),
        row(
            "tokenForged", "The service did not issue the access token.",
            why: "The service must check the token, not only whether there is one.",
            [
                configuration(
                    401, "invalid_access_token_client_application", headers: ["Authorization": "Bearer anything"])
            ],
            healthy: [configuration(200)]),
        row(
            "tokenLapsed", "The access token is older than its lifetime of six hours.", in: .timeToLive,
            why: "The app must request a new token, and must not sign the user out.",
            [.event("advance: 7h"), configuration(401, "invalid_access_token_client_application")],
            healthy: [.event("advance: 5h"), configuration(200)], keepsToken: true),
        row(
            "requestorUnknown", "The service does not know the requestor.",
            why: "For example, the requestor's identifier is misspelt in a build setting.",
            [configuration(400, "invalid_parameter_service_provider", requestor: "UNKNOWN")],
            healthy: [configuration(200)]),
        row(
            "deviceMissing", "The request does not identify the device.",
            why: "Profiles belong to a device, so the service cannot select any.",
            [
                .send(
                    "GET", "/api/v2/REF30/profiles", headers: ["AP-Device-Identifier": nil], 400,
                    "invalid_header_device_identifier")
            ], healthy: [.send("GET", "/api/v2/REF30/profiles", 200)]),
        row(
            "deviceInfoMissing", "The request does not describe the device.",
            why: "Without the description, the service does not know whether the platform supports single sign-on.",
            [
                .send(
                    "GET", "/api/v2/REF30/profiles", headers: ["X-Device-Info": nil], 400,
                    "invalid_header_device_info")
            ], healthy: [.send("GET", "/api/v2/REF30/profiles", 200)]),
        row(
            "partnerUnknown", "The request names an unknown partner.",
            why: "Paths are case-sensitive, so 'apple' is not the partner 'Apple'.",
            [
                .send(
                    "POST", "/api/v2/REF30/sessions/sso/apple", headers: vouched, form: [:], 400,
                    "invalid_parameter_partner")
            ], healthy: [begins]),
    ]

    private static let deliveries = [
        row(
            "responseFieldMissing", "The form contains no SAML response.",
            why: "A misspelt field counts as missing.",
            [begins, deliver(["samlResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseFieldEmpty", "The SAML response is empty.",
            why: "An app sends this if it does not check whether the platform returned a response.",
            [begins, deliver(["SAMLResponse": ""])], healthy: [begins, delivered]),
        row(
            "responseEncodedTwice", "The SAML response is percent-encoded twice.",
            why: "The documentation warns about this, because networking libraries already encode once.",
            [begins, deliver(["SAMLResponse": "{percentEncodedResponse}"])], healthy: [begins, delivered]),
        row(
            "responseAsXML", "The SAML response is XML instead of Base64.",
            why: "The platform returns XML, and the service expects Base64.",
            [begins, deliver(["SAMLResponse": "{responseXML}"])], healthy: [begins, delivered]),
        row(
            "responseWithoutRequest", "The app sends a SAML response without a request before.",
            why: "A response without a request is an attack, or the result of lost state.",
            [deliver(["SAMLResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseSentTwice", "The app sends the same SAML response a second time.",
            why: "The service cannot distinguish a retry after a lost answer from a replay.",
            [begins, delivered, deliver(["SAMLResponse": "{response}"])], healthy: [begins, delivered]),
        row(
            "responseFromAnotherDevice", "Another device sends the SAML response than the one that made the request.",
            why: "A response to one device's request must not sign in another device.",
            [
                begins,
                deliver(
                    ["SAMLResponse": "{response}"], headers: ["AP-Device-Identifier": "fingerprint b3RoZXI="]),
            ], healthy: [begins, delivered]),
    ]

    /// The map of profiles is empty if single sign-on is off and no user has signed in.
    private static let noProfile = ["profiles": "{}"]

    private static let switches = [
        switched(
            "singleSignOnSwitchedOff", "Single sign-on is disabled between the request and the response.",
            why: "The dashboard's settings can change while apps run.", "singleSignOn: false"),
        switched(
            "boardingWithdrawn",
            "The provider's boarding status changes to PICKER between the request and the response.",
            why: "Apple's side of the integration can change too.", "boardingStatus: PICKER"),
        row(
            "integrationSwitchedOff", "The integration is disabled between the request and the response.",
            why: "When an integration ends, the service rejects responses to earlier requests.",
            [begins, set("enabled: false"), deliver(["SAMLResponse": "{response}"], "invalid_integration")],
            healthy: [begins, delivered]),
        row(
            "platformWithoutSingleSignOn", "The platform of the device has no single sign-on framework.",
            why: "A device of another platform sends the headers of an Apple device.",
            [
                begins,
                .send(
                    "POST", "/api/v2/REF30/profiles/sso/Apple",
                    headers: vouched.merging(["X-Device-Info": android]) { $1 }, form: ["SAMLResponse": "{response}"],
                    200, members: noProfile),
            ], healthy: [begins, delivered]),
    ]

    private static let android = FrameworkStatusRows.header(
        #"{"connectionType":"wifi","model":"Pixel","osName":"Android","osVersion":"15","version":"1"}"#)

    private static let decisions = [
        row(
            "decisionWithoutStatus", "A decision is requested without the framework status.",
            why: "A profile of the platform is valid only while the platform confirms it.",
            [begins, delivered, decide([:], #"["REF30"]"#, 200, "authenticated_profile_missing")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionAfterDenial", "A decision is requested after the user has denied access.", in: .permission,
            why: "Access that the user withdraws in Settings must end immediately, not with the profile.",
            [
                begins, delivered,
                decide(
                    [
                        "AP-Partner-Framework-Status": FrameworkStatusRows.header(
                            FrameworkStatusRows.granted.replacingOccurrences(of: "granted", with: "denied"))
                    ], #"["REF30"]"#, 400, "invalid_header_pfs_permission_access_not_granted"),
            ], healthy: [begins, delivered, decide()]),
        row(
            "decisionNotEntitled", "The user is not entitled to the resource.",
            why: "The refusal is in an answer with status 200. An app that checks only the status plays the content.",
            [begins, delivered, decide(vouched, #"["OTHER"]"#, 200, "authorization_denied_by_mvpd")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionTooManyResources", "Decisions on two resources are requested at once.",
            why: "Authorizations are requested for one resource at a time.",
            [begins, delivered, decide(vouched, #"["REF30","OTHER"]"#, 403, "too_many_resources")],
            healthy: [begins, delivered, decide()]),
        row(
            "decisionWithoutProfile", "A decision is requested, and no user is signed in.",
            why: "The app must offer a sign-in, not a subscription.",
            [decide(vouched, #"["REF30"]"#, 200, "authenticated_profile_missing")],
            healthy: [begins, delivered, decide()]),
        row(
            "profileLapsed", "The profile has expired after thirty days.", in: .timeToLive,
            why: "Apps show different messages for an expired profile and a missing one.",
            [
                begins, delivered, .event("advance: 30d"),
                decide(vouched, #"["REF30"]"#, 200, "authenticated_profile_expired"),
            ],
            healthy: [begins, delivered, .event("advance: 29d"), decide()]),
        FixtureCase(
            "decisionWindows", .timeToLive, "A decision is valid for a day, and its media token for seven minutes.",
            why: "The two lifetimes are often confused. A player depends on that of the media token.",
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
