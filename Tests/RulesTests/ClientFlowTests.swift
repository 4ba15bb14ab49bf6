import TVSimCore
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Flows that a client walks")
struct ClientFlowTests {
    /// Requests in order, and the flows that they complete.
    struct Walk: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let events: [Scene.Event]
        let flows: Set<ChecklistFlow>

        init(_ title: String, _ events: [Scene.Event], _ flows: Set<ChecklistFlow>) {
            (testDescription, self.events, self.flows) = (title, events, flows)
        }
    }

    private static func answering(_ members: Members, _ facts: Members = [:]) -> JSONValue {
        let answer = members.merging(["status": 200, "errors": []]) { own, _ in own }
        return .object(facts.merging(["answer": .object(answer)]) { own, _ in own })
    }

    private static func profile(_ type: String, code: String? = "C") -> Scene.Event {
        let profiles: JSONValue = [["mvpd": "Dish", "type": .string(type), "notAfter": 1_900_000_000_000]]
        let facts: Members = code.map { ["parameters": ["code": .string($0)]] } ?? [:]
        return Scene.get(code == nil ? "profiles" : "profileByCode", answering(["profiles": profiles], facts))
    }

    private static func decision(_ endpoint: String, _ isPermit: Bool, _ source: String = "mvpd") -> Scene.Event {
        let decisions: JSONValue = [
            ["resource": "news", "authorized": .bool(isPermit), "source": .string(source)]
        ]
        return Scene.get(endpoint, answering(["decisions": decisions]))
    }

    private static func of(_ endpoint: String, status: Int64 = 200, client: String = "A") -> Scene.Event {
        Scene.get(
            endpoint,
            answering(["status": .integer(status)], ["parameters": ["code": "C"], "client": .string(client)]))
    }

    private static let session = Scene.get(
        "session", answering(["session": ["action": "authenticate", "reason": "none", "code": "C"]]))
    private static let page = of("authenticate", status: 302)

    static let walks: [Walk] = [
        Walk("the first screen", [session, page, profile("regular")], [.firstScreen]),
        Walk(
            "the first screen, whose app asks for all profiles", [session, page, profile("regular", code: nil)],
            [.firstScreen]),
        Walk(
            "the first screen, whose app completes the session", [session, of("resume"), page, profile("regular")],
            [.firstScreen]),
        Walk(
            "another client completes the session", [session, of("resume", client: "B"), page, profile("regular")],
            [.secondScreen]),
        Walk(
            "a second screen checks the code", [session, of("sessionInformation"), page, profile("regular")],
            [.secondScreen]),
        Walk(
            "the code is entered on a page", [session, of("activationForm", status: 302), page, profile("regular")],
            [.secondScreen]),
        Walk(
            "a wrong code is entered on a page first",
            [session, of("activationForm", status: 400), page, profile("regular")], [.firstScreen]),
        Walk("nothing was opened", [session, profile("regular")], []),
        Walk("no profile", [session, page], []),
        Walk("single sign-on", [profile("appleSSO", code: nil)], [.singleSignOn]),
        Walk(
            "a degradation", [profile("degraded", code: nil), decision("authorize", true, "degradation")],
            [.degraded, .authorizePermit]),
        Walk("a pass", [decision("preauthorize", true, "temppass")], [.temporary, .preauthorizePermit]),
        Walk(
            "denials", [decision("preauthorize", false), decision("authorize", false, "degradation")],
            [.preauthorizeDeny, .authorizeDeny]),
        Walk("a logout", [Scene.get("logout", answering(["logouts": []]))], [.logout]),
        Walk("a logout that is refused", [Scene.get("logout", answering(["status": 401]))], []),
    ]

    @Test("are told by what it was answered, in order", arguments: walks)
    func table(_ walk: Walk) throws {
        let history = try Scene("bearer", .held, "", walk.events).history()
        var flows = ClientCoverage()
        let items = history.parts.joined().compactMap(\.fact).flatMap { flows.completed(by: $0) }
        #expect(Set(items) == Set(walk.flows.map(CoverageItem.flow)))
    }

    @Test("are the first screen, both decisions and the logout in the long journey")
    func journey() async throws {
        let client = try ReferenceClient(ReferenceClient.profile)
        try await client.walk()
        var flows = ClientCoverage()
        let facts = try client.history().parts.joined().compactMap(\.fact)
        let items = Set(facts.flatMap { flows.completed(by: $0) })
        let walked: [ChecklistFlow] = [.firstScreen, .preauthorizePermit, .authorizePermit, .authorizeDeny, .logout]
        #expect(items.isSuperset(of: walked.map(CoverageItem.flow)), "\(items)")
        #expect(!items.contains(.flow(.secondScreen)) && !items.contains(.flow(.singleSignOn)))
    }
}
