import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

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

    /// The operations whose path names what may be missing, whose name may be taken, and that the world may refuse.
    static let refusals = [
        (404, "cancelMetadataRequest readEvidence readMetadataRequest setOutcome"), (409, "openWorld"),
        (
            422,
            "actInInterface autoSignInToken cancelMetadataRequest checkAccessStatus deleteAutoSignInToken "
                + "enqueueMetadataRequest importState issueResponse judgeRules judgeWorlds listFaultOperations listIntegrations "
                + "makeWorld openWorld perform readArchive readEvidence readMetadataRequest readReport readReportText removeWorld "
                + "requestAutoSignInAuthorization setCurrentSubscription setOutcome showStatement "
                + "updateAutoSignInToken updateUserAccount userAccounts validateResponse verifyToken"
        ),
    ]

    @Test("documents what it refuses, beyond what every operation refuses", arguments: refusals)
    func refusals(status: Int, expected: String) {
        var operations: Set<String> = []
        for (_, item) in OpenAPIDocument.document(of: AdminRoutes.all)["paths"]?.members ?? [:] {
            for (_, operation) in item.members ?? [:] where operation["responses"]?["\(status)"] != nil {
                operations.insert(operation["operationId"]?.string ?? "")
            }
        }
        #expect(operations == Set(expected.split(separator: " ").map(String.init)))
    }

    @Test("refuses a body that is larger than an operation takes, as its OpenAPI document says")
    func largeBodies() async throws {
        try await RunningServer.serving { server in
            // The limits of a SAML response and of a whole state are the same code with more bytes.
            for route in AdminRoutes.all where route.body != nil && route.bodyLimit <= 256 * 1024 {
                let large = String(repeating: " ", count: route.bodyLimit + 1)
                let answer = try await server.admin(route.method, route.path.text, large, world: "large")
                #expect(answer.status == 413, "\(route.operation)")
            }
        }
    }
}
