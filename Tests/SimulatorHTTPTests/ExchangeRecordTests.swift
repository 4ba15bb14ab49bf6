import Foundation
import HTTPTypes
import StructuredText
import Testing

@Suite("The exchange of a journal entry")
struct ExchangeRecordTests {
    private static func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", type: String = "", to server: RunningServer
    ) async throws {
        var request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        if !type.isEmpty { request.headerFields[.contentType] = type }
        request.headerFields[.authorization] = "Bearer confidential"
        request.headerFields[.cookie] = "session=confidential"
        _ = try await server.client.exchange(request, body: Data(body.utf8))
    }

    private static func exchange(_ number: Int, of server: RunningServer) async throws -> String {
        let answer = try await server.admin(.get, "/journal/exchange?number=\(number)")
        #expect(answer.status == 200)
        return answer.text
    }

    @Test(
        "has the request and the response without secrets",
        arguments: [
            ("application/x-www-form-urlencoded", "grant_type=client_credentials&client_secret=confidential"),
            ("application/json", #"{"software_statement": "confidential", "deep": [{"password": "confidential"}]}"#),
            ("text/html", #"<input name="SAMLResponse" value="confidential">"#), ("", "confidential"),
            ("application/json", "confidential"), ("application/x-www-form-urlencoded", "password=confidential%"),
        ])
    func redacted(_ type: String, _ body: String) async throws {
        try await RunningServer.serving { server in
            try await Self.send(.post, "/o/client/token?password=confidential", body, type: type, to: server)
            let text = try await Self.exchange(1, of: server)
            #expect(text.contains(#""line":"POST /o/client/token?password="#))
            #expect(text.contains(#""response":{"#))
            #expect(text.contains(#""length":\#(body.utf8.count)"#))
            #expect(!text.contains("confidential"), "\(text)")
        }
    }

    @Test("shows the documented error that the client got")
    func response() async throws {
        try await RunningServer.serving { server in
            try await Self.send(.get, "/api/v2/REF30/configuration", to: server)
            let text = try await Self.exchange(1, of: server)
            #expect(text.contains(#""line":"401""#))
            #expect(text.contains("invalid_access_token_client_application"))
        }
    }

    @Test("is null for an entry without one, and for one that the server no longer keeps")
    func bounded() async throws {
        try await RunningServer.serving { server in
            #expect(try await Self.exchange(7, of: server) == "{\"exchange\":null}\n")
            for _ in 0..<201 { try await Self.send(.get, "/none", to: server) }
            #expect(try await Self.exchange(1, of: server) == "{\"exchange\":null}\n")
            #expect(try await Self.exchange(2, of: server) != "{\"exchange\":null}\n")
            #expect(try await Self.exchange(201, of: server) != "{\"exchange\":null}\n")
        }
    }

    @Test("belongs to the entry of its own request, though others are answered meanwhile")
    func simultaneous() async throws {
        try await RunningServer.serving { server in
            try await withThrowingTaskGroup { group in
                for number in 0..<8 { group.addTask { try await Self.send(.get, "/none/\(number)", to: server) } }
                try await group.waitForAll()
            }
            guard case .object(let page) = try await server.admin(.get, "/journal").json(),
                case .array(let entries)? = page["entries"]
            else { throw SocketClient.Trouble(reason: "no journal") }
            for (index, entry) in entries.enumerated() {
                guard case .object(let members) = entry, let event = members["event"]?.string else { continue }
                #expect(try await Self.exchange(index + 1, of: server).contains("\"line\":\"\(event)\""))
            }
        }
    }
}
