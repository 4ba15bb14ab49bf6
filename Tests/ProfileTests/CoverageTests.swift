import AccessEnabler
import Coverage
import EntitlementAPI
import SSOBridge
import Scenario
import SimulatedWorld
import SimulationCore
import Situations
import StateStorage
import StructuredText
import Testing
import VideoSubscriberAccount

@Suite("Coverage") struct CoverageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let room: String
        let event: String
        let outcome: String
        let reason: String
        let items: [String]

        init(_ room: String, _ event: String, _ outcome: String, _ reason: String = "", _ items: String...) {
            (self.room, self.event, self.outcome, self.reason, self.items) = (room, event, outcome, reason, items)
        }

        var testDescription: String { "\(room): \(event), \(outcome)" }
    }

    static let rows = [
        Row("SSOBridge", "signedIn", "holds", "a reason", "condition signedIn holds"),
        Row("SSOBridge", "signedIn", "does not hold", "a reason", "condition signedIn fails"),
        Row("SSOBridge", "account", "left out", "a reason"),
        Row("AccessEnabler", "signedIn", "holds"),
        Row(
            "VideoSubscriberAccount", "enqueue", "metadata", "row 7 of the decision table: statusOrExchange",
            "row 7 statusOrExchange"),
        Row("VideoSubscriberAccount", "checkAccessStatus", "granted", "the user was asked"),
        Row("AccessEnabler", "callback", "setToken", "", "callback setToken"),
        Row("AccessEnabler", "callback", "status", "N130", "callback status", "status N130"),
        // The codes of server errors carry digits and are not in the table of codes.
        Row("AccessEnabler", "callback", "status", "CFG503", "callback status"),
        Row("AccessEnabler", "setRequestor", "failed", "a reason"),
        Row(
            "EntitlementService", "GET /api/v2/REF30/profiles/Cablevision", "200 regular", "",
            "endpoint GET /api/v2/{serviceProvider}/profiles/{mvpd}"),
        Row(
            "EntitlementService", "POST /api/v2/REF30/decisions/authorize/Cablevision",
            "200 permit, authorization_denied_by_mvpd", "",
            "endpoint POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}",
            "error-code authorization_denied_by_mvpd"),
        Row(
            "EntitlementService", "GET /api/v2/REF30/configuration/", "401 invalid_access_token_client_application", "",
            "endpoint GET /api/v2/{serviceProvider}/configuration",
            "error-code invalid_access_token_client_application"),
        Row("EntitlementService", "GET /activate", "200 code page"),
        Row("EntitlementService", "GET /elsewhere", "404 internal_error"),
        Row("Command", "setPermission", "performed"),
    ]

    @Test("has the items that a decision or a callback visits", arguments: rows)
    func visited(_ row: Row) {
        let occurrence = Occurrence(room: row.room, event: row.event, outcome: row.outcome, reason: row.reason)
        #expect(CoverageItem.visited(by: occurrence).map(\.description) == row.items)
    }

    @Test("reads every item from its text, and names each one once")
    func texts() {
        let items = CoverageArea.allCases.flatMap(\.items)
        #expect(Set(items.map(\.description)).count == items.count)
        for item in items { #expect(CoverageItem(item.description) == item) }
        for text in ["", "cell", "cell x=y", "condition signedIn", "rows 7 statusOrExchange"] {
            #expect(CoverageItem(text) == nil)
        }
        #expect(CoverageItem("cell token=valid/accessBefore=granted") != nil)
    }

    @Test("counts each area the same, and rounds down")
    func figures() {
        let half = Set(CoverageArea.callback.items.prefix(6))
        let report = CoverageReport(half, areas: [.callback, .condition])
        #expect(report.areas.map(\.percent) == [46.1, 0])
        #expect(report.percent == 23)
        let everything = CoverageReport(Set(CoverageArea.allCases.flatMap(\.items)))
        #expect(everything.percent == 100)
        #expect(everything.areas.map(\.unvisited.count) == [0, 0, 0, 0, 0, 0, 0])
        #expect(CoverageReport([]).percent == 0)
    }

    @Test(
        "of every condition, and of cells, has a profile whose run visits it",
        arguments: CoverageArea.condition.items
            + CoverageArea.cell.items.enumerated().filter { $0.offset.isMultiple(of: 200) }.map(\.element))
    func guide(_ item: CoverageItem) async throws {
        let way = try #require(try await CoverageGuide.ways(to: [item])[item])
        #expect(try await Self.items(visitedBy: way.profile).contains(item))
    }

    @Test("of every error code, and of the callbacks of authorization, has a profile")
    func guideBeyondCookbook() async throws {
        let items = CoverageArea.errorCode.items + [.callback(.setToken), .callback(.setMetadataStatus)]
        let ways = try await CoverageGuide.ways(to: items)
        #expect(ways.count == items.count)
        #expect(ways[.callback(.setToken)]?.name == "every call of the SDK")
        #expect(
            ways[.errorCode(.authorizationDeniedByHBAPolicies)]?.name
                == "getAuthorization with authorization_denied_by_hba_policies")
        #expect(try await CoverageGuide.ways(to: [.row(.notEntitled)]).isEmpty)
    }

    @Test("of a situation that runs has the cell and its conditions")
    func cells() async throws {
        let situation = try Situation(named: "access=denied/account=signedOut")
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) { _ = try await SituationRunner().run(situation) }
        #expect(recorder.visited.contains(.cell(situation)))
        #expect(recorder.visited.contains(.condition(.permissionGranted, holds: false)))
        #expect(!recorder.visited.contains(.condition(.permissionGranted, holds: true)))
    }

    @Test("of a profile with a matrix has its situations, and only after they have run")
    func matrix() async throws {
        let text =
            "schema: 1\nname: x\ndevice: {account: {provider: Cablevision, subscriber: alice}}\nmatrix: {access: all}"
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            let profiles = try ProfileDecoder.decode(text: text, source: "x.yaml")[0].situations()
            #expect(recorder.visited.isEmpty)
            for profile in profiles { _ = try await ProfileRunner().run(profile) }
        }
        #expect(
            recorder.visited.filter { $0.area == .cell }.map(\.name).sorted()
                == ["access=denied", "access=notDetermined", "access=restricted", "baseline"])
    }

    @Test("has nothing of a rehearsal, which is not a run")
    func rehearsal() async throws {
        let profile = try #require(try ProfileDecoder.decode(text: "schema: 1\nname: x\n", source: "x.yaml").first)
        let store = MemoryStateStore()
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            try World(store: store).install(profile)
            _ = try await ProfileRunner().rehearse([.setRequestor("REF30")], on: store, of: profile)
        }
        #expect(recorder.visited.isEmpty)
    }

    private static func items(visitedBy profile: JSONValue) async throws -> Set<CoverageItem> {
        let text = try JSONText.pretty(profile)
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            for profile in try ProfileDecoder.decode(text: text, source: "gap.yaml").flatMap({ try $0.situations() }) {
                #expect(try await ProfileRunner().run(profile).passed)
            }
        }
        return recorder.visited
    }
}
