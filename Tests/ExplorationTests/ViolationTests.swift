import TVSimCore
import TVSimExploration
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

/// What the rules say about histories that were written by hand.
@Suite("A broken rule")
struct ViolationTests {
    /// Returns what an app without permission does: it sets its requestor, and asks whether the user is authenticated.
    private static func history() async throws -> FlowHistory {
        let document: Members = [
            "schema": 1, "name": "denied",
            "device": ["apps": ["com.example.stream": ["access": "denied"]]],
            "flow": [["setRequestor": "REF30"], "checkAuthentication"],
        ]
        let profile = try ProfileDecoder.decode(.object(document), source: "test")
        return try await HistoryRunner().history(of: profile, recorder: CoverageRecorder())
    }

    private static func rule(_ name: String) throws -> Invariant {
        try #require(Invariant.all.first { $0.name == name })
    }

    @Test("is the first one of the list if a step breaks two, and the one of the earliest step otherwise")
    func first() async throws {
        var history = try await Self.history()
        #expect(Invariant.violation(of: Invariant.all, in: history) == nil)
        let rules = try ["permission-denied", "one-status", "silent-step"].map(Self.rule)
        history.steps[1].callbacks = [PlantedBug.authenticated, PlantedBug.authenticated]
        #expect(Invariant.violation(of: rules, in: history)?.rule == "permission-denied")
        #expect(Invariant.violation(of: rules.reversed(), in: history)?.rule == "one-status")
        #expect(Invariant.violation(of: rules, in: history)?.step == 1)
        history.steps[0].callbacks.append(ReceivedCallback(.status, [["errorId": "N000"]]))
        #expect(Invariant.violation(of: rules, in: history)?.rule == "silent-step")
        #expect(Invariant.violation(of: rules, in: history)?.step == 0)
    }

    /// What an app or its user does, and whether the user may have signed in on a page by it.
    static let actions: [(action: AppAction, isVisit: Bool)] = [
        (.signIn(name: "alice"), true), (.signInOnSecondScreen(name: "alice"), true), (.load(url: "https://a"), true),
        (.showInSafari(url: "https://a"), true), (.handleExternalURL("app:"), true),
        (.setSelectedProvider("Dish"), false), (.cancelSignIn, false),
    ]

    @Test("is none where the user visited a page, here or on a second screen", arguments: actions, [0, 1])
    func visited(_ row: (action: AppAction, isVisit: Bool), step: Int) async throws {
        var history = try await Self.history()
        history.steps[1].callbacks = [PlantedBug.authenticated]
        let rules = [try Self.rule("permission-denied")]
        #expect(Invariant.violation(of: rules, in: history) != nil)
        history.steps[step].appActions = [row.action]
        #expect((Invariant.violation(of: rules, in: history) == nil) == row.isVisit)
    }

    @Test("is looked for in every media token of a step, and in each party's observed state")
    func mediaTokens() async throws {
        let document: Members = [
            "schema": 1, "name": "two resources",
            "device": [
                "apps": ["com.example.stream": ["access": "granted"]],
                "account": ["provider": "Cablevision", "subscriber": "alice"],
            ],
            "providers": ["Cablevision": ["subscribers": ["alice": ["entitlements": ["REF30", "News"]]]]],
            "flow": [["getAuthorization": "REF30"], ["getAuthorization": "News"], ["setRequestor": "REF30"]],
        ]
        let profile = try ProfileDecoder.decode(.object(document), source: "test")
        let history = try await HistoryRunner().history(of: profile, recorder: CoverageRecorder())
        #expect(history.steps.map(\.waitsForRequestor) == [true, true, false])
        let step = try #require(history.steps.last)
        #expect(step.mediaTokens.map(\.resource) == ["News", "REF30"])
        #expect(step.mediaTokens.allSatisfy { $0.isValid && !$0.isValidAtItsEnd })
        #expect(step.world.accountHolder == "alice")
    }

    @Test("allows what the integration of any requestor with an MVPD allows")
    func integrations() async throws {
        let document: Members = [
            "schema": 1, "name": "two requestors",
            "service": [
                "requestors": [
                    "REF30": [
                        "integrations": [
                            "Cablevision": ["authenticationTTL": "2d", "mediaTokenTTL": "5m"], "Dish": [:],
                        ]
                    ],
                    "NEWS": [
                        "integrations": [
                            "Cablevision": ["authenticationTTL": "1d", "mediaTokenTTL": "9m"],
                            "Dish": ["degradation": "AuthNAll"],
                        ]
                    ],
                ]
            ],
        ]
        let profile = try ProfileDecoder.decode(.object(document), source: "test")
        let history = try await HistoryRunner().history(of: profile, recorder: CoverageRecorder())
        let cablevision = try #require(history.beginning.integrations["Cablevision"])
        #expect(cablevision.authenticationTTL == 2 * 86_400 && cablevision.mediaTokenTTL == 9 * 60)
        #expect(!cablevision.isExceptional)
        #expect(cablevision.entitlements["alice"]?.isEmpty == false)
        #expect(history.beginning.integrations["Dish"]?.isExceptional == true)
    }
}
