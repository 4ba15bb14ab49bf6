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
            "codeUnknown", "The code is one that nobody was given.",
            why: "Codes are typed by hand, and guessed.", [begin(), look("ZZZZZZZ", lapsed)],
            healthy: [begin(), look()]),
        row(
            "codeMalformed", "The code is too short to be one.",
            why: "What cannot be a code need not be looked for.", [begin(), look("ABC", "invalid_parameter_code")],
            healthy: [begin(), look()]),
        row(
            "codeInSmallLetters", "The code is typed in small letters.",
            why: "The page on the second screen must make them large; the service does not.",
            [begin(), look("{codeInSmallLetters}", "invalid_parameter_code")], healthy: [begin(), look()]),
        row(
            "codeLapsed", "The code is used at the instant at which it ends, half an hour later.", in: .timeToLive,
            why: "An end does not belong to the time before it.",
            [begin(), .event("advance: 30m"), look("{code}", lapsed)],
            healthy: [begin(), .event("advance: 1799s"), look()]),
        row(
            "codeLapsedWhilePolling", "The first screen still asks when the code has ended.", in: .timeToLive,
            why: "Polling must stop, and a new code be shown.", [begin(), .event("advance: 30m"), poll(lapsed)],
            healthy: [begin(), .event("advance: 1799s"), poll()]),
        row(
            "codeOfAnotherRequestor", "The code was given to another programmer's app.",
            why: "A code that is taken must not show whose it is.",
            [begin(), look("{code}", lapsed, requestor: "REF31")], healthy: [begin(), look()],
            world: """
                service:
                  partnerRequestID: \(FixtureResponse.request)
                  requestors:
                    REF30: {integrations: {Cablevision: {}}}
                    REF31: {integrations: {Cablevision: {}}}

                """),
        row(
            "resumeLapsed", "What was missing is supplied when the code has ended.", in: .timeToLive,
            why: "The second screen was left open over lunch.",
            [begin([:], action: "resume", type: "direct"), .event("advance: 30m"), resume(page, 400, lapsed)],
            healthy: [
                begin([:], action: "resume", type: "direct"), .event("advance: 1799s"),
                resume(page, members: ["actionName": "authenticate"]),
            ]),
    ]

    private static let parameters = [
        row(
            "parametersMissing", "A session begins without MVPD, domain and address.",
            why: "The first screen need not know them: the second one supplies what is missing.",
            [begin([:], action: "resume", type: "direct")], healthy: [begin()]),
        row(
            "parametersStillMissing", "What is supplied is not all that was missing.",
            why: "\"Retry\" is an answer, not a failure.",
            [
                begin([:], action: "resume", type: "direct"),
                resume(["mvpd": "Cablevision"], members: ["actionName": "retry"]),
            ],
            healthy: [
                begin([:], action: "resume", type: "direct"), resume(page, members: ["actionName": "authenticate"]),
            ]),
        row(
            "mvpdUnknown", "The MVPD is none that anybody integrates.", in: .session,
            why: "The choice came from a list that is out of date.",
            [refused(page.merging(["mvpd": "Nobody"]) { $1 }, "invalid_parameter_mvpd")], healthy: [begin()]),
        row(
            "mvpdSwitchedOff", "The integration of the MVPD is switched off.", in: .session,
            why: "The choice came from a configuration that an app has kept too long.",
            [
                .event("integration: {requestor: REF30, mvpd: Cablevision, set: {enabled: false}}"),
                refused(page, "invalid_integration"),
            ], healthy: [begin()]),
        row(
            "redirectMalformed", "The address to return to is none.", in: .session,
            why: "The person would sign in, and never come back.",
            [refused(page.merging(["redirectUrl": "done"]) { $1 }, "invalid_parameter_redirect_url")],
            healthy: [begin()]),
        FixtureCase(
            "profileNotYet", .secondScreen, "The first screen asks before anybody has signed in.",
            why: "An empty answer means \"not yet\", and is no error.", isDefective: false,
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
            "secondScreenCodeLapses", .secondScreen, "Nobody comes to the second screen while the code holds.",
            why: "The first screen polls to the end, and must then say so.",
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
            "secondScreenNoCode", .secondScreen, "The service gives no code.",
            why: "Nothing can be shown on the first screen: the flow must end there.",
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
