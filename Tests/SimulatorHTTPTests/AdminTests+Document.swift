import EntitlementAPI
import Foundation
import HTTPTypes
import Scenario
import SimulatedWorld
import SimulationCore
import StructuredText
import Testing

extension AdminTests {
    @Test("responds to every operation as its OpenAPI document says")
    func openAPI() async throws {
        try await RunningServer.serving { server in
            guard case .object(let document) = try await server.admin(.get, "/openapi.json").json(),
                case .object(let paths)? = document["paths"]
            else { throw SocketClient.Trouble(reason: "no document") }
            #expect(document["openapi"] == "3.1.0")
            var operations = 0
            for (path, item) in paths {
                guard case .object(let methods) = item else { continue }
                for (name, operation) in methods {
                    operations += 1
                    guard case .object(let fields) = operation, case .object(let responses)? = fields["responses"],
                        let method = HTTPRequest.Method(rawValue: name.uppercased())
                    else { continue }
                    let query = ["/wait", "/events"].contains { path.hasSuffix($0) } ? "?timeout=1s" : ""
                    let relative = String(path.dropFirst("/_sim/v1".count)) + query
                    let answer = try await server.admin(method, relative, world: "documented")
                    #expect(responses.keys.contains("\(answer.status)"), "\(name) \(path): \(answer.status)")
                }
            }
            #expect(operations > 40)
        }
    }
}
