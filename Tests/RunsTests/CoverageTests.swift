import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import TVSimSituations
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing
import VideoSubscriberAccount

@Suite("Coverage") struct CoverageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: String
        let value: String
        let items: [String]

        init(_ kind: String, _ value: String, _ items: String...) {
            (self.kind, self.value, self.items) = (kind, value, items)
        }

        var testDescription: String { "\(kind) \(value)" }
    }

    private static func request(_ endpoint: String?, _ status: Int, _ codes: String = "") -> String {
        """
        {"method":"GET","path":"/","status":\(status),"outcome":"","explanation":"","codes":[\(codes)],"policies":[],
        "details":{}\(endpoint.map { ",\"endpoint\":\"\($0)\"" } ?? "")}
        """
    }

    static let rows = [
        Row("condition", #"{"condition":"signedIn","holds":true,"cause":{"signedIn":{}}}"#, "condition signedIn holds"),
        Row(
            "condition", #"{"condition":"signedIn","holds":false,"cause":{"signedOut":{}}}"#,
            "condition signedIn fails"),
        Row("exchange", #"{"accountLeftOut":{"_0":"Dish"}}"#),
        Row("metadata", #"{"app":"a.b","effect":"metadata","row":7}"#, "row 7 statusOrExchange"),
        Row("metadata", #"{"app":"a.b","effect":"error","error":"unsupported"}"#),
        Row("access", #"{"app":"a.b","operation":"checkAccessStatus","cause":"asked","permission":"granted"}"#),
        Row("sdk", #"{"requestorFailed":{"_0":"a reason"}}"#),
        Row("request", request("profile", 200), "endpoint GET /api/v2/{serviceProvider}/profiles/{mvpd}"),
        Row(
            "request", request("authorize", 200, #""authorization_denied_by_mvpd""#),
            "endpoint POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}",
            "error-code authorization_denied_by_mvpd"),
        Row(
            "request", request("configuration", 401, #""invalid_access_token_client_application""#),
            "endpoint GET /api/v2/{serviceProvider}/configuration",
            "error-code invalid_access_token_client_application"),
        Row("request", request("activation", 200)),
        Row("request", request(nil, 404, #""internal_error""#)),
        Row("command", #"{"command":"setPermission","arguments":{}}"#),
    ]

    @Test("has the items that a decision visits", arguments: rows)
    func visited(_ row: Row) throws {
        let line = #"{"at":"2026-01-01T00:00:00Z","kind":"\#(row.kind)","value":\#(row.value)}"#
        let decision = try JournalKinds.all.entry(LogLine(number: 1, text: line)).decision
        #expect(decision.visits.map(\.description) == row.items)
    }

    @Test("has the callbacks that an app receives, and the statuses that the SDK documents")
    func callbacks() {
        let status = CallbackDecision(callback: .status, status: .sessionWithoutToken)
        #expect(status.visits == [.callback(.status), .status(.sessionWithoutToken)])
        #expect(
            CallbackDecision(callback: .setToken, status: nil).visits == [.callback(.setToken)])
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
        #expect(everything.areas.allSatisfy(\.unvisited.isEmpty) && everything.areas.map(\.area) == CoverageArea.sdk)
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
        let situation = try CookbookSituation(named: "access=denied/account=signedOut")
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
            _ = try await ProfileRunner().rehearse([.call(.setRequestor("REF30"))], on: store, of: profile)
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
