import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TestSupport
import Testing

@Suite("An answer that a fault holds back")
struct HeldAnswerTests {
    /// Sends a request to the service and returns what came; a client that closes its side has given up.
    private static func post(
        _ path: String, _ type: String, _ body: String, givingUp: Bool = false, to server: RunningServer
    ) async throws -> Data {
        let fields = ["Host: localhost", "Connection: close", "Content-Type: \(type)"]
        let head = ["POST \(path) HTTP/1.1"] + fields + ["Content-Length: \(body.utf8.count)"]
        let text = head.joined(separator: "\r\n") + "\r\n\r\n" + body
        return try await server.client.raw(Data(text.utf8), isWhole: givingUp)
    }

    @Test("does not reach a client that gives up, so the client may ask again", arguments: [true, false])
    func token(givesUp: Bool) async throws {
        try await RunningServer.serving { server async throws in
            let statement = try await server.admin(.get, "/statement").json()["statement"]?.string ?? ""
            let made = try await Self.post(
                "/o/client/register", "application/json", #"{"software_statement": "\#(statement)"}"#, to: server)
            let client = try #require(try SocketClient.answers(in: made).first).json()
            let fault = #"{"fault": {"at": "service.token", "delay": "1s", "times": 1}}"#
            #expect(try await server.admin(.post, "/commands", fault).status == 204)
            let form = FormCoding.encode([
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.string ?? ""),
                ("client_secret", client["client_secret"]?.string ?? ""),
            ])
            for isHeld in [true, false] {
                _ = try await Self.post(
                    "/o/client/token", "application/x-www-form-urlencoded", form, givingUp: givesUp && isHeld,
                    to: server)
            }
            func tokens() async throws -> [JSONValue] {
                try await server.admin(.get, "/requests?endpoint=token").json()["requests"]?.elements ?? []
            }
            try await until("both requests are noted") { try await tokens().count == 2 }
            #expect(try await tokens().map { $0["request"]?["answer"] != nil } == [!givesUp, true])
            let rules = try await server.admin(.get, "/rules").json()["rules"]?.elements ?? []
            let isKept = rules.first { $0["id"] == "token-kept" }?["verdict"]
            #expect(isKept == (givesUp ? "not-exercised" : "broken"))
        }
    }
}
