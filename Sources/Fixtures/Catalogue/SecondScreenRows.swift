/// Codes that connect a device with a second screen, and their defects.
enum SecondScreenRows {
    private typealias Step = ExchangeRecipe.Step

    private static let page = [
        "mvpd": "Cablevision", "domainName": "example.com", "redirectUrl": "https://example.com/done",
    ]

    private static func begin(
        _ form: [String: String] = page, action: String = "authenticate", type: String = "interactive"
    ) -> Step {
        .send(
            "POST", "/api/v2/REF30/sessions", form: form, 200,
            members: ["actionName": action, "actionType": type, "reasonType": "none"])
    }

    private static func refused(_ form: [String: String], _ code: String) -> Step {
        .send("POST", "/api/v2/REF30/sessions", form: form, 400, code)
    }

    private static func look(
        _ code: String = "{code}", _ refusal: String? = nil, requestor: String = "REF30"
    ) -> Step {
        .send("GET", "/api/v2/\(requestor)/sessions/\(code)", refusal == nil ? 200 : 400, refusal)
    }

    private static func poll(_ refusal: String? = nil) -> Step {
        .send("GET", "/api/v2/REF30/profiles/code/{code}", refusal == nil ? 200 : 400, refusal)
    }

    private static func resume(
        _ form: [String: String], _ status: Int = 200, _ refusal: String? = nil, members: [String: String] = [:]
    ) -> Step {
        .send("POST", "/api/v2/REF30/sessions/{code}", form: form, status, refusal, members: members)
    }

    private static func row(
        _ name: String, _ summary: String, in family: FixtureCase.Family = .secondScreen, why: String, _ steps: [Step],
        healthy: [Step], world: String = ExchangeRecipe.awaiting
    ) -> FixtureCase {
        FixtureCase(name, family, summary, why: why, .exchange(ExchangeRecipe(steps, healthy: healthy, world: world)))
    }

    private static let lapsed = "invalid_authentication_session"

    static let all: [FixtureCase] = codes + parameters + screens

    private static let codes = [
        row(
            "codeUnknown", "The code was never issued.",
            why: "Users type codes by hand, and attackers guess them.", [begin(), look("ZZZZZZZ", lapsed)],
            healthy: [begin(), look()]),
        row(
            "codeMalformed", "The code is too short.",
            why: "A malformed code needs no lookup.", [begin(), look("ABC", "invalid_parameter_code")],
            healthy: [begin(), look()]),
        row(
            "codeInSmallLetters", "The code is typed in lower case.",
            why: "The page on the second screen must convert the code to upper case, because the service does not.",
            [begin(), look("{codeInSmallLetters}", "invalid_parameter_code")], healthy: [begin(), look()]),
        row(
            "codeLapsed", "The code is used after half an hour, at the instant at which it expires.", in: .timeToLive,
            why: "The end of a validity period is exclusive.",
            [begin(), .event("advance: 30m"), look("{code}", lapsed)],
            healthy: [begin(), .event("advance: 1799s"), look()]),
        row(
            "codeLapsedWhilePolling", "The first screen still polls when the code has expired.", in: .timeToLive,
            why: "The app must stop polling and show a new code.", [begin(), .event("advance: 30m"), poll(lapsed)],
            healthy: [begin(), .event("advance: 1799s"), poll()]),
        row(
            "codeOfAnotherRequestor", "The code was issued to another programmer's app.",
            why: "The service must not reveal that the code exists for another requestor.",
            [begin(), look("{code}", lapsed, requestor: "REF31")], healthy: [begin(), look()],
            world: """
                service:
                  partnerRequestID: \(FixtureParties.catalogue.request)
                  requestors:
                    REF30: {integrations: {Cablevision: {}}}
                    REF31: {integrations: {Cablevision: {}}}

                """),
        row(
            "resumeLapsed", "The missing parameters are supplied when the code has expired.", in: .timeToLive,
            why: "For example, the user has left the second screen open for too long.",
            [begin([:], action: "resume", type: "direct"), .event("advance: 30m"), resume(page, 400, lapsed)],
            healthy: [
                begin([:], action: "resume", type: "direct"), .event("advance: 1799s"),
                resume(page, members: ["actionName": "authenticate"]),
            ]),
    ]

    private static let parameters = [
        row(
            "parametersMissing", "A session is created without an MVPD, a domain and a redirect URL.",
            why: "The first screen need not know them. The second screen supplies the missing parameters.",
            [begin([:], action: "resume", type: "direct")], healthy: [begin()]),
        row(
            "parametersStillMissing", "The second screen supplies only some of the missing parameters.",
            why: "The action \"retry\" is a normal response, not an error.",
            [
                begin([:], action: "resume", type: "direct"),
                resume(["mvpd": "Cablevision"], members: ["actionName": "retry"]),
            ],
            healthy: [
                begin([:], action: "resume", type: "direct"), resume(page, members: ["actionName": "authenticate"]),
            ]),
        row(
            "mvpdUnknown", "No requestor integrates the MVPD.", in: .session,
            why: "The user chose from an outdated list.",
            [refused(page.merging(["mvpd": "UnknownProvider"]) { $1 }, "invalid_parameter_mvpd")], healthy: [begin()]),
        row(
            "mvpdSwitchedOff", "The integration of the MVPD is disabled.", in: .session,
            why: "The app has cached the configuration for too long.",
            [
                .event("integration: {requestor: REF30, mvpd: Cablevision, set: {enabled: false}}"),
                refused(page, "invalid_integration"),
            ], healthy: [begin()]),
        row(
            "redirectMalformed", "The redirect URL is invalid.", in: .session,
            why: "The user could sign in, but could not return to the app.",
            [refused(page.merging(["redirectUrl": "done"]) { $1 }, "invalid_parameter_redirect_url")],
            healthy: [begin()]),
        FixtureCase(
            "profileNotYet", .secondScreen, "The first screen polls before the user has signed in.",
            why: "An empty response means \"not yet\". It is not an error.", isDefective: false,
            .exchange(ExchangeRecipe([begin(), poll()], healthy: [begin(), poll()]))),
    ]

    private static let tvos = """
        device: {platform: tvOS}
        viewer:
          appPicker: {choose: Mediacom}
          secondScreen: {as: erin, after: 12s}
        service:
          requestors:
            REF30: {integrations: {Mediacom: {provider: Mediacom}}}
        providers:
          Mediacom:
            boarding: none
            subscribers:
              erin: {attributes: {userID: erin-1}, entitlements: [REF30]}
        faults: []

        """

    private static let screens = [
        FixtureCase(
            "secondScreenCodeLapses", .secondScreen,
            "The user does not open the second screen before the code expires.",
            why: "The first screen polls until the code expires, and must then report an error.",
            .flow(
                FlowRecipe(
                    world: tvos, defect: ("secondScreen: {as: erin, after: 12s}", "secondScreen: none"),
                    steps: [
                        .requestorSet,
                        .call(
                            "getAuthentication:", ["displayProviderDialog(Mediacom)", "status(REGCODE)"], healthy: done),
                        .call(
                            "advance: 31m",
                            ["status(N130)", #"setAuthenticationStatus(0, "Generic Authentication Error")"#],
                            healthy: []),
                    ]))),
        FixtureCase(
            "secondScreenNoCode", .secondScreen, "The service issues no code.",
            why: "The first screen has no code to show, so the flow must end.",
            .flow(
                FlowRecipe(
                    world: tvos, defect: ("faults: []", "faults: [{at: service.sessions, error: 503}]"),
                    steps: [
                        .requestorSet,
                        .call(
                            "getAuthentication:",
                            [
                                "displayProviderDialog(Mediacom)", "status(REG500)",
                                #"setAuthenticationStatus(0, "Generic Authentication Error")"#,
                            ], healthy: done),
                    ]))),
    ]

    private static let done = [
        "displayProviderDialog(Mediacom)", "status(REGCODE)", #"setAuthenticationStatus(1, "")"#,
    ]
}
