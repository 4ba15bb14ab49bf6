import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
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
        let answer = try await server.admin(.get, "/requests?messages=true&number=\(number)")
        #expect(answer.status == 200)
        return answer.text
    }

    @Test("with a large answer keeps no secret, also for who asks for secrets")
    func large() throws {
        let ring = HTTPExchangeLog(atMost: 1)
        let place = JournalScope.Place(opening: 1, number: 1)
        ring.keep(
            HTTPExchange(
                request: HTTPRequest(
                    method: .get, scheme: "https", authority: "x", path: "/api/v2/x?access_token=confidential"),
                body: Data(), response: HTTPResponse(status: .ok),
                responseBody: Data(count: RedactedExchange.longestBody + 1)), at: [place])
        let kept = try #require(ring.exchange(at: place))
        #expect(!kept.shown(.asSent).target.contains("confidential"))
    }

    @Test(
        "has the request and the response without secrets",
        arguments: [
            ("application/x-www-form-urlencoded", "grant_type=client_credentials&client_secret=confidential"),
            ("application/json", #"{"software_statement": "confidential", "deep": [{"password": "confidential"}]}"#),
            ("text/html", #"<input name="SAMLResponse" value="confidential">"#), ("", "confidential"),
            ("application/x-www-form-urlencoded", #"{"password": "confidential"}"#),
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

    @Test("has the messages as they were sent if the client asks for it, but not if the server accepts other machines")
    func secrets() async throws {
        let world = World(store: try World.state(of: .builtIn))
        for allowsRemote in [false, true] {
            try await RunningServer.serving(world, allowsRemote: allowsRemote) { server in
                try await Self.send(
                    .post, "/o/client/token?password=confidential", "client_secret=confidential&grant_type=x",
                    type: "application/x-www-form-urlencoded", to: server)
                let entries = try await server.admin(.get, "/journal").json()["entries"]?.elements
                guard case .integer(let last)? = entries?.last?["number"] else {
                    throw SocketClient.Trouble(reason: "none")
                }
                let asked = try await server.admin(.get, "/requests?messages=true&number=\(last)&secrets=true")
                #expect(asked.status == (allowsRemote ? 403 : 200))
                #expect(asked.text.contains("client_secret=confidential&grant_type=x") != allowsRemote)
                #expect(asked.text.contains("Bearer confidential") != allowsRemote)
                #expect(asked.text.contains("token?password=confidential") != allowsRemote)
                // Nothing of it is kept.
                #expect(try await !Self.exchange(Int(last), of: server).contains("confidential"))
                #expect(try await !server.admin(.get, "/journal").text.contains("confidential"))
                for query in ["messages=true&secrets=1", "secrets=true", "messages=true&last=0"] {
                    #expect(
                        try await server.admin(.get, "/requests?\(query)").status
                            == (allowsRemote && query == "secrets=true" ? 403 : 400))
                }
            }
        }
    }

    @Test("has the parts of a SAML response in a form, without signature values; nothing of other texts")
    func response() async throws {
        try await RunningServer.serving { server in
            let issued = try await server.admin(.post, "/saml/issue", #"{"provider": "Cablevision"}"#).json()
            let response = try #require(issued["base64"]?.string)
            for (number, text) in [response, "no response"].enumerated() {
                let form = FormCoding.encode([("SAMLResponse", text)])
                try await Self.send(
                    .post, "/sp/saml/SAMLAssertionConsumer", form, type: "application/x-www-form-urlencoded",
                    to: server)
                let message = try JSONValue(json: Data(try await Self.exchange(number + 1, of: server).utf8))
                let saml = message["requests"]?.elements?.first?["messages"]?["request"]?["saml"]
                #expect((saml != nil) == (number == 0))
                guard let saml else { continue }
                #expect(saml["root"] == "Response")
                #expect(saml["signatures"]?.elements?.first?["algorithm"]?.string?.hasSuffix("rsa-sha256") == true)
                #expect(saml["assertions"]?.elements?.first?["notOnOrAfter"]?.string != nil)
                #expect(!(try JSONText.line(saml)).contains("SignatureValue"))
            }
        }
    }

    @Test("shows the documented error that the client got")
    func error() async throws {
        try await RunningServer.serving { server in
            try await Self.send(.get, "/api/v2/REF30/configuration", to: server)
            let text = try await Self.exchange(1, of: server)
            #expect(text.contains(#""line":"401""#))
            #expect(text.contains("invalid_access_token_client_application"))
        }
    }

    @Test("is missing for an entry without one, and for one that the server no longer keeps")
    func bounded() async throws {
        try await RunningServer.serving { server in
            let none = "{\"count\":0,\"requests\":[]}\n"
            #expect(try await Self.exchange(7, of: server) == none)
            for _ in 0..<201 { try await Self.send(.get, "/none", to: server) }
            #expect(try await Self.exchange(1, of: server) == none)
            #expect(try await Self.exchange(2, of: server) != none)
            #expect(try await Self.exchange(201, of: server) != none)
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
