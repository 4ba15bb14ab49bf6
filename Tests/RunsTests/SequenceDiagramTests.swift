import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("The diagram of a run")
struct SequenceDiagramTests {
    private static func step(
        _ title: String, isCall: Bool = true, _ effect: StepEffect, failures: [String] = []
    ) -> ReportedRun.Step {
        ReportedRun.Step(
            title: title, isCallOfApp: isCall, place: nil, began: Date(timeIntervalSince1970: 0), expected: nil,
            effect: effect, decisions: nil, failures: failures)
    }

    private static func request(_ path: String, status: Int?) -> HTTPExchange {
        HTTPExchange(
            request: HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path), body: Data(),
            response: status.map { HTTPResponse(status: .init(code: $0)) }, responseBody: Data())
    }

    /// Returns each row as a line: its kind, its columns, its direction, its way and its text.
    private static func lines(_ steps: [ReportedRun.Step]) -> [String] {
        let rows = SequenceDiagram(steps).values["rows"] as? [[String: Any]] ?? []
        return rows.map { row in
            ["kind", "first", "last", "direction", "way", "text"].map { "\(row[$0] ?? "")" }.joined(separator: "|")
        }
    }

    @Test(
        "has the call, the requests, the callbacks, the user's actions, the notes and the first failure, in this order")
    func order() {
        var effect = StepEffect()
        effect.requests = [Self.request("/a?b=secret", status: 200), Self.request("/c", status: 399)]
        effect.callbacks = [ReceivedCallback(.setRequestorComplete, [1])]
        effect.appActions = [.signIn(name: "alice")]
        effect.notes = [.callsWaitForRequestor]
        let steps = [Self.step("setRequestor REF30", effect, failures: ["it\ndiffers", "and more"])]
        #expect(
            Self.lines(steps) == [
                "call|1|3|right|App to AccessEnabler|setRequestor REF30",
                "call|2|4|right|AccessEnabler to Entitlement service|GET /a",
                "answer|2|4|left|Entitlement service to AccessEnabler|200",
                "call|2|4|right|AccessEnabler to Entitlement service|GET /c",
                "answer|2|4|left|Entitlement service to AccessEnabler|399",
                "answer|1|3|left|AccessEnabler to App|setRequestorComplete(1)",
                "note|1|4|self||app: sign in as alice", "note|1|4|self||the calls wait for setRequestor",
                "failure|1|4|self||it\\u{A}differs",
            ])
        #expect(SequenceDiagram(steps).values["count"] as? Int == 3)
        #expect(SequenceDiagram(steps).values["lanes"] as? [String] == ["App", "AccessEnabler", "Entitlement service"])
    }

    @Test(
        "marks a request that was refused, or not answered",
        arguments: [(400, "400"), (503, "503"), (nil, "no response")])
    func failed(status: Int?, text: String) {
        var effect = StepEffect()
        effect.requests = [Self.request("/a", status: status)]
        #expect(
            Self.lines([Self.step("logout", effect)]).last
                == "failure|2|4|left|Entitlement service to AccessEnabler|\(text)")
    }

    @Test("has only the app if nothing but the world changes")
    func commands() {
        let steps = [Self.step("advance 1d", isCall: false, StepEffect())]
        #expect(Self.lines(steps) == ["title|1|2|self||advance 1d"])
        #expect(SequenceDiagram(steps).values["lanes"] as? [String] == ["App"])
    }

    @Test("of an app without the SDK has its requests to the service itself, and what the service does alone")
    func withoutSDK() async throws {
        let world = World(store: try World.state(of: .builtIn))
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/api/v2/REF30/profiles")
        _ = try await WorldTransport(world).send(request, body: Data())
        let decisions = try world.simulation.journal.entries()
        let step = ReportedRun.Step(
            title: "Profiles", isCallOfApp: true, place: nil, began: Date(timeIntervalSince1970: 0), expected: nil,
            decisions: decisions, failures: [])
        let lines = Self.lines([step])
        #expect(lines.first == "title|1|3|self||Profiles", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("call|1|3|right|App to Entitlement service|GET /api/v2/") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("failure|1|3|left|Entitlement service to App|401") }, "\(lines)")
        #expect(SequenceDiagram([step]).values["lanes"] as? [String] == ["App", "Entitlement service"])
    }
}
