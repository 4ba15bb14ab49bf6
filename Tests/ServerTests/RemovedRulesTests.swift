import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("What clients did in the worlds of a server")
struct RemovedRulesTests {
    private static func serving(
        judgingRemoved judges: Bool = true, in situation: Profile.Preparation? = nil,
        _ body: @Sendable (RunningServer) async throws -> Void
    ) async throws {
        let world = World(store: try World.state(of: .builtIn))
        let worlds = SimulatedWorlds(serving: world, sdk: SimulatedSDK(), in: situation, judgingRemoved: judges)
        try await RunningServer.serving(world, beside: worlds, body)
    }

    /// Asks for profiles without an access token, which breaks a rule.
    private static func ask(_ world: String?, _ server: RunningServer, headers: HTTPFields = [:]) async throws {
        let path = (world.map { "/s/\($0)" } ?? "") + "/api/v2/REF30/profiles"
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)
        for field in headers { request.headerFields[field.name] = field.value }
        _ = try await server.client.exchange(request)
    }

    private static func worlds(breaking rule: String, _ server: RunningServer) throws -> [String?]? {
        let found = try server.worlds.ruleReport().rules.first { $0.id == rule }
        return found?.verdict == .broken ? found?.findings.map(\.world) : nil
    }

    @Test("is judged in every world, also in a removed one if the server was told to")
    func removed() async throws {
        for judges in [true, false] {
            try await Self.serving(judgingRemoved: judges) { server async throws in
                #expect(try Self.worlds(breaking: "bearer", server) == nil)
                try await Self.ask("gone", server)
                #expect(try Self.worlds(breaking: "bearer", server) == ["gone"])
                #expect(try await server.admin(.delete, "/world", world: "gone").status == 204)
                #expect(try Self.worlds(breaking: "bearer", server) == (judges ? ["gone"] : nil))
                try await Self.ask("here", server)
                try await Self.ask(nil, server)
                let found = try Self.worlds(breaking: "bearer", server) ?? []
                #expect(Set(found) == Set([judges ? "gone" : "here", "here", nil] as [String?]), "\(found)")
                // A new world of the name has done nothing.
                let again = try await server.admin(.get, "/requests", world: "gone").json()
                #expect(again["count"] == 0)
                let rules = try await server.admin(.get, "/rules", world: "gone").json()["rules"]?.elements
                let verdict = rules?.first { $0["id"] == "bearer" }?["verdict"]
                #expect(verdict != nil && verdict != "broken")
            }
        }
    }

    @Test("is judged by the platform of the world's device, also on the page of its evidence")
    func platform() async throws {
        try await Self.serving { server async throws in
            let description = Data(#"{"model": "TV", "osName": "iOS", "osVersion": "26.1"}"#.utf8)
            for platform in ["tvOS", "iOS"] {
                let settings = #"{"settings": {"platform": "\#(platform)"}}"#
                #expect(try await server.admin(.post, "/commands", settings, world: platform).status == 204)
                #expect(try await server.admin(.post, "/framework/access-status", "{}", world: platform).status == 200)
                try await Self.ask(
                    platform, server, headers: [.deviceInformation: description.base64EncodedString()])
                let rules = try await server.admin(.get, "/rules", world: platform).json()["rules"]?.elements
                let verdict = rules?.first { $0["id"] == "device-info-true" }?["verdict"]
                #expect(verdict == (platform == "tvOS" ? "broken" : "held"))
                let page = try await server.admin(.get, "/evidence/report.html", world: platform).text
                #expect(page.contains("<code>device-info-true</code>") == (platform == "tvOS"))
            }
        }
    }

    @Test("is covered as an app does it, and not what the simulated SDK does")
    func coverage() async throws {
        for isOfSDK in [false, true] {
            let recorder = CoverageRecorder()
            try await CoverageRecorder.$current.withValue(recorder) {
                try await Self.serving { server async throws in
                    let mark = try #require(HTTPField.Name("Simulator-Origin"))
                    try await Self.ask("a", server, headers: isOfSDK ? [mark: "AccessEnabler"] : [:])
                }
            }
            // The refusal of the missing token.
            #expect(recorder.visited.contains { $0.area == .refusal } != isOfSDK, "\(recorder.visited)")
            #expect(recorder.visited.contains { $0.area == .endpoint })
        }
    }

    @Test("is covered in the situation of the world that an app reaches, and not before")
    func situation() async throws {
        let profile = try #require(
            try ProfileDecoder.decode(
                text: "schema: 1\nname: x\ndevice: {account: {provider: Cablevision, subscriber: alice}}\n",
                source: "x.yaml"
            ).first)
        let (usual, own) = (
            try profile.preparation(named: "access=denied"), try profile.preparation(named: "access=restricted")
        )
        let recorder = CoverageRecorder()
        try await CoverageRecorder.$current.withValue(recorder) {
            try await Self.serving(in: usual) { server async throws in
                func cells() -> Set<CoverageItem> { recorder.visited.filter { $0.area == .cell } }
                let body = #"{"name": "a", "situation": "access=restricted"}"#
                #expect(try await server.admin(.post, "/worlds", body).status == 200)
                #expect(cells().isEmpty)
                try await Self.ask("a", server)
                #expect(cells() == [.cell(own.situation)])
                try await Self.ask(nil, server)
                #expect(cells() == [.cell(own.situation), .cell(usual.situation)])
            }
        }
    }

    @Test("makes room for a new world with an address where the server may remove old ones")
    func room() async throws {
        try await RunningServer.serving(worlds: 1, evictingAfter: 0) { server async throws in
            for name in ["a", "b"] {
                #expect(try await server.admin(.post, "/worlds", #"{"name": "\#(name)"}"#).status == 200)
                #expect(try await server.admin(.get, "/worlds").json()["worlds"] == [.string(name)])
            }
        }
    }
}
