import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

/// Each number of a state at its extremes: a state that works, or an error with the document, and never the end of the
/// server.
@Suite("A number of a state")
struct ExtremeStateTests {
    /// A state, and the names of those documents of whose kind it has the first one.
    private struct Sample {
        let state: JSONValue
        let names: [String]
    }

    /// Returns the states of worlds after their flows and after commands and pages that count.
    private static func samples() async throws -> [Sample] {
        let paths = try ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")
        var stores: [any StateStore] = [try await countingWorld()]
        for profile in try ProfileFiles.profiles(in: paths) {
            let store = MemoryStateStore()
            let world = World(store: store)
            try world.install(profile)
            _ = try await ProfileRunner().run(profile, in: world)
            stores.append(store)
        }
        var seen: Set<String> = []
        return try stores.map { store in
            let names = try store.read { try $0.names(withPrefix: "") }
            // Two parts of the name are the kind; the rest are digests.
            let first = names.filter { seen.insert($0.split(separator: "/").prefix(2).joined(separator: "/")).inserted }
            return Sample(state: try JSONValue(json: Data(try DeviceExport.of(store).whole.utf8)), names: first)
        }.filter { !$0.names.isEmpty }
    }

    /// Returns a world with faults that count and have every key, and with wrong answers at a sign-in page.
    private static func countingWorld() async throws -> any StateStore {
        let world = World(store: try World.state(of: .builtIn))
        try await RunningServer.serving(world) { server in
            let commands = """
                [{"provider": {"id": "Cablevision", "set": {"signInPage": {"lockout": {"after": 3, "for": "1h"}}}}},
                {"fault": {"at": "service.register", "status": 503, "probability": 0.5, "times": 9}},
                {"fault": {"at": "service.logout", "delay": "8s", "after": 2, "adds": {"n": 1}, "headers": {"a": "b"}}}]
                """
            #expect(try await server.admin(.post, "/commands", commands).status == 204)
            _ = try await server.client.exchange(Self.registration)
            let browser = ScriptedBrowser(over: WorldTransport(server.world))
            try await browser.open("/mvpd/Cablevision/sso?\(server.signInQuery())")
            #expect(try await browser.signIn(with: .init(name: "alice", password: "wrong")) == .stayed)
        }
        return world.simulation.store
    }

    private static let registration = HTTPRequest(
        method: .post, scheme: "http", authority: "localhost", path: "/o/client/register")

    @Test("at its extremes is imported and works, or is refused with its document")
    func everywhere() async throws {
        let samples = try await Self.samples()
        #expect(samples.flatMap(\.names).count > 15)
        try await RunningServer.serving { server in
            var (imported, refused) = (0, 0)
            for sample in samples {
                #expect(try await Self.isImported(sample.state, by: server) == nil)
                for name in sample.names {
                    guard let document = sample.state["documents"]?[name] else { continue }
                    for changed in ExtremeNumber.all(of: document)[each: Thoroughness.isFull ? 1 : 3, from: 0] {
                        let state = sample.state.replacing(document: name, by: changed.document)
                        if let refusal = try await Self.isImported(state, by: server) {
                            refused += 1
                            #expect(refusal.contains("'\(name)'"), "\(name) \(changed): \(refusal)")
                            // The same document in an edited file of a device.
                            try Self.store(state, in: server)
                            try await Self.use(server, "\(name) \(changed)", isDamaged: true)
                        } else {
                            imported += 1
                            try await Self.use(server, "\(name) \(changed)", isDamaged: false)
                        }
                    }
                }
            }
            #expect(imported > 5 && refused > 20, "\(imported) \(refused)")
        }
    }

    /// Imports a state; returns the refusal, if any.
    private static func isImported(_ state: JSONValue, by server: RunningServer) async throws -> String? {
        let answer = try await server.admin(.put, "/state", try JSONText.line(state))
        return answer.status == 204 ? nil : answer.text
    }

    /// Stores documents without a check.
    private static func store(_ state: JSONValue, in server: RunningServer) throws {
        guard case .object(let documents)? = state["documents"] else { return }
        try server.world.simulation.store.write { state in
            try state.removeAll(includingLog: true)
            for (name, document) in documents {
                try state.setEncodedValue(JSONText.line(ordered: document), named: name)
            }
        }
    }

    /// Asks for everything once, also what the documents of faults, clocks and counters concern.
    private static func use(_ server: RunningServer, _ change: String, isDamaged: Bool) async throws {
        for route in AdminRoutes.getters {
            let answer = try await server.admin(.get, route.path.text)
            #expect(
                answer.status == 200 || isDamaged && answer.status == 503,
                "\(change): \(route.path.text) \(answer.text)")
        }
        let pages = ["/api/v2/REF30/configuration", "/mvpd/Cablevision/sso?\(try server.signInQuery())"]
        for path in pages {
            _ = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
        }
        _ = try await server.client.exchange(registration)
        _ = try await server.admin(.post, "/commands", #"{"advance": "1h"}"#)
    }
}

extension JSONValue {
    fileprivate func replacing(document name: String, by document: JSONValue) -> JSONValue {
        guard case .object(var state) = self, case .object(var documents)? = state["documents"] else { return self }
        documents[name] = document
        state["documents"] = .object(documents)
        return .object(state)
    }
}
