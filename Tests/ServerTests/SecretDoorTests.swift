import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("The doors of a server")
struct SecretDoorTests {
    /// The doors that show the whole state, on purpose.
    private static let states: Set<String> = ["/state", "world.json"]
    /// The doors that show settings of the world, with the reason.
    private static let settings: [String: String] = [
        "/providers": "the simulated subscribers, whose passwords tests need",
        "/device": "the settings of the device, with the user's answers", "/settings": "every setting",
        "/view": "the answers of these",
    ]

    /// Returns what each door of a world says: every getter of the admin API, the stream, the evidence and the reports.
    private static func doors(
        of world: String, at server: RunningServer
    ) async throws -> [(name: String, text: String)] {
        var doors: [(name: String, text: String)] = []
        // The files of the evidence are doors of their own.
        for route in AdminRoutes.all where route.method == .get && route.operation != "readEvidence" {
            let path = route.path.text.replacing("{name}", with: world).replacing(#/\{[A-Za-z]+\}/#, with: "1")
            var queries = [""]
            let names = route.parameters.map(\.name)
            if names.contains("messages") { queries.append("?messages=true&last=500") }
            if names.contains("limit") { queries.append("?limit=10000") }
            if names.contains("number"), !names.contains("messages") { queries += (1...40).map { "?number=\($0)" } }
            if names.contains("timeout") { queries = ["?timeout=1s", "?timeout=1s&flows=true"] }
            for query in queries {
                let request = HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: "/s/\(world)/_sim/v1\(path)\(query)")
                doors.append((route.path.text, try await server.client.exchange(request).text))
            }
        }
        let evidence = try server.worlds.evidence(ofIsolated: world)
        for file in try await evidence.files(stateNamed: "world.json") {
            doors.append((file.name, try file.content.whole))
        }
        let report = try WorldsReport(server.worlds)
        doors.append(("the page of all worlds", try report.page(.init())))
        doors.append(("the archive of all worlds", try report.archive()))
        doors += server.worlds.lost.lines.map { ("lost requests", $0) }
        return doors
    }

    /// Returns a secret in every form in which a door could show it.
    private static func forms(of secret: String) -> Set<String> {
        let escaped = secret.replacing("&", with: "&amp;").replacing("/", with: "&#x2F;").replacing("=", with: "&#x3D;")
        let encoded = PercentCoding.encode(secret)
        return [
            secret, encoded, secret.replacing("/", with: "\\/"), escaped, encoded.lowercased(),
            Data(secret.utf8).base64EncodedString().replacing("=", with: ""),
        ]
    }

    @Test("show no secret in any form, and what a client got wrong in an open header at each door with messages")
    func secrets() async throws {
        try await RunningServer.serving { server in
            var journey = SecretJourney(at: server, world: "journey")
            try await journey.walk()
            let doors = try await Self.doors(of: "journey", at: server)
            #expect(doors.count > 40 && journey.secrets.count > 80)
            // What was marked is looked for by its mark: few doors have it.
            let marks = [SecretJourney.mark, Data(SecretJourney.mark.utf8).base64EncodedString().prefix(5).description]
            let marked = doors.filter { door in marks.contains { door.text.contains($0) } }
            for secret in journey.secrets {
                let forms = Self.forms(of: secret.value)
                let shown = (secret.isMarked ? marked : doors).filter { door in
                    !Self.states.contains(door.name) && !(secret.isSetting && Self.settings[door.name] != nil)
                        && forms.contains { door.text.contains($0) }
                }
                #expect(Set(shown.map(\.name)) == [], "\(secret.what): \(secret.value)")
            }
            for value in journey.open {
                for name in ["/requests", "/evidence/requests.har", "/evidence/report.html"] {
                    #expect(doors.contains { $0.name == name && $0.text.contains(value) }, "\(name): \(value)")
                }
            }
        }
    }

    @Test("show what was sent to a person who asks for it, at one operation")
    func asSent() async throws {
        try await RunningServer.serving { server in
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration?password=zq7")
            _ = try await server.client.exchange(request)
            #expect(try await server.admin(.get, "/requests?messages=true&secrets=true").text.contains("zq7"))
            #expect(try await !server.admin(.get, "/requests?messages=true").text.contains("zq7"))
        }
    }
}
