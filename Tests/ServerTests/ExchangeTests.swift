import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// Checks that the SDK gets the same bytes and outcome from the service over sockets as in process.
@Suite("Flows over sockets")
struct ExchangeTests {
    struct Document: Sendable, CustomTestStringConvertible {
        let profile: TVSimScenario.Profile
        var testDescription: String { profile.name }
    }

    /// Acts as a proxy that terminates TLS, so absolute URLs of pages have the address that clients use.
    struct Proxy: EntitlementTransport {
        let client: SocketClient

        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            let answer = try await client.send(request, body: body)
            let own = EntitlementWire.defaultAuthority
            func secured(_ text: String) -> String { text.replacing("http://\(own)", with: "https://\(own)") }
            var response = answer.response
            response.headerFields[.location] = response.headerFields[.location].map(secured)
            return (response, Data(secured(String(decoding: answer.body, as: UTF8.self)).utf8))
        }
    }

    /// All committed profiles without network faults.
    static let documents: [Document] = {
        let paths = (try? ProfileFiles.paths([Repository.root.appending(path: "Profiles").path], in: "/")) ?? []
        return ((try? ProfileFiles.profiles(in: paths)) ?? []).filter { !hasFaultOfTheNetwork($0) }
            .map { Document(profile: $0) }
    }()

    /// Returns whether a profile has a network fault.
    ///
    /// Over sockets, such a fault becomes the status 503 or 504 of a gateway, or takes real time.
    private static func hasFaultOfTheNetwork(_ profile: TVSimScenario.Profile) -> Bool {
        profile.faults.contains {
            ["timeout", "hang", "unreachable", "connectionClosed", "untrusted"].contains($0.error)
        }
    }

    @Test(
        "of every committed profile cause the same calls, requests and callbacks",
        arguments: documents[each: Thoroughness.part(3, ci: 3), from: 1])
    func sameTrace(document: Document) async throws {
        let inProcess = try await ProfileRunner().run(document.profile)
        let world = World(store: try World.state(of: .builtIn))
        try world.install(document.profile)
        let overSockets = try await RunningServer.serving(world) { server in
            try await ProfileRunner(over: { _ in Proxy(client: server.client) }).run(document.profile, in: world)
        }
        #expect(try JSONText.line(overSockets) == (try JSONText.line(inProcess)))
    }

    @Test("include whole silent exchanges, so that the test above has something to compare")
    func documentsAreThere() {
        #expect(Self.documents.count > 20)
    }
}
