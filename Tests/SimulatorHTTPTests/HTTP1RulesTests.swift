import EntitlementAPI
import Foundation
import HTTPTypes
import TVSimulator
import Testing

/// What HTTP/1 says of hosts, of connections and of questions for the head alone (RFC 9110, RFC 9112).
@Suite("Rules of HTTP/1")
struct HTTP1RulesTests {
    @Test(
        "a request of HTTP/1.1 names its host once, or is refused and ends the connection",
        arguments: [
            ("HTTP/1.1", ["Host: localhost"], 200), ("HTTP/1.1", [], 400),
            ("HTTP/1.1", ["Host: localhost", "Host: localhost"], 400),
            ("HTTP/1.1", ["Host: localhost", "host: other"], 400), ("HTTP/1.0", [], 200),
            ("HTTP/1.0", ["Host: localhost"], 200), ("HTTP/1.0", ["Host: a", "Host: b"], 400),
        ] as [(String, [String], Int)])
    func hosts(version: String, hosts: [String], status: Int) async throws {
        try await RunningServer.serving { server in
            let head = (["GET /sp/saml/metadata \(version)"] + hosts + ["", ""]).joined(separator: "\r\n")
            let behind = "GET /sp/saml/metadata HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let bytes = Data((status == 400 ? head + behind : head).utf8)
            let answers = try SocketClient.answers(in: try await server.client.raw(bytes))
            #expect(answers.map(\.status) == [status])
        }
    }

    @Test("a connection of HTTP/1.0 ends with the answer, unless it is asked to stay, and is told so")
    func oldConnections() async throws {
        try await RunningServer.serving { server in
            func get(_ field: String) -> String { "GET /sp/saml/metadata HTTP/1.0\r\n\(field)\r\n" }
            // The client keeps its side open: only the server can end the connection.
            func statuses(_ text: String) async throws -> [SocketClient.Answer] {
                try SocketClient.answers(in: try await server.client.raw(Data(text.utf8), isWhole: false))
            }
            let one = try await statuses(get("") + get(""))
            #expect(one.map(\.status) == [200])
            let two = try await statuses(get("Connection: keep-alive\r\n") + get(""))
            #expect(two.map(\.status) == [200, 200])
            #expect(two.first?.response.headerFields[.connection]?.lowercased() == "keep-alive")
        }
    }

    @Test(
        "a client that says in any way that it is done has its connection ended with the answer, which says so",
        arguments: [
            "Connection: close", "Connection: Close", "connection: CLOSE", "Connection: TE, close",
            "Connection: close, TE", "Connection: TE\r\nConnection: close",
        ])
    func lastRequests(_ field: String) async throws {
        try await RunningServer.serving { server in
            let get = "GET /sp/saml/metadata HTTP/1.1\r\nHost: localhost\r\n"
            // The client keeps its side open: only the server can end the connection.
            let bytes = Data((get + "\r\n" + get + field + "\r\n\r\n").utf8)
            let answers = try SocketClient.answers(in: try await server.client.raw(bytes, isWhole: false))
            #expect(answers.map(\.status) == [200, 200])
            #expect(answers.map { $0.response.headerFields[.connection] } == [nil, "close"])
        }
    }

    @Test(
        "where the target is a whole address, it says whose it is, and not the header",
        arguments: [
            ("http://localhost/_sim/v1/health", "evil.example", 200), ("HTTP://localhost?x", "localhost", 404),
            ("http://evil.example/_sim/v1/health", "localhost", 403),
            ("http://name@localhost/_sim/v1/health", "localhost", 400),
            ("http:///_sim/v1/health", "localhost", 400), ("ftp://localhost/_sim/v1/health", "localhost", 400),
        ] as [(String, String, Int)])
    func wholeAddresses(target: String, host: String, status: Int) async throws {
        try await RunningServer.serving { server in
            let head = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
            let answers = try SocketClient.answers(in: try await server.client.raw(Data(head.utf8)))
            #expect(answers.map(\.status) == [status])
        }
    }

    @Test(
        "a body with another coding than 'chunked' is refused as one that cannot be read, and not taken for plain",
        arguments: [
            ("Transfer-Encoding: chunked", 204), ("Transfer-Encoding: Chunked", 204),
            ("Transfer-Encoding: gzip, chunked", 501),
            ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", 501),
        ])
    func codings(field: String, status: Int) async throws {
        try await RunningServer.serving { server in
            let head = "POST /_sim/v1/commands HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n"
            let body = #"{"permission":"denied"}"#
            let chunks = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            let answers = try SocketClient.answers(in: try await server.client.raw(Data((head + chunks).utf8)))
            #expect(answers.map(\.status) == [status])
        }
    }

    @Test(
        "a client of HTTP/1.1 that asks whether it may send is told to, and one of HTTP/1.0 is answered once",
        arguments: [("1.1", [100, 400]), ("1.0", [400])])
    func expectations(version: String, statuses: [Int]) async throws {
        try await RunningServer.serving { server in
            let request = """
                POST /o/client/register HTTP/\(version)
                Host: localhost
                Expect: 100-continue
                Content-Type: application/json
                Connection: close
                Content-Length: 2

                {}
                """.replacing("\n", with: "\r\n")
            let text = String(decoding: try await server.client.raw(Data(request.utf8)), as: UTF8.self)
            #expect(text.matches(of: /HTTP\/1\.1 (\d+)/).compactMap { Int($0.output.1) } == statuses)
        }
    }

    @Test("a question for the head of an answer changes nothing, and is answered like one for the whole")
    func heads() async throws {
        try await RunningServer.serving { server in
            var headers = RequestHeaders(
                deviceIdentifier: .init(fingerprint: "d"),
                deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
            let client = server.client
            let registered = try #require(
                try await EntitlementCall<RegistrationResponse>.register(
                    .init(softwareStatement: server.world.softwareStatement(for: "com.example.stream")),
                    headers: headers
                ).send(over: client).success)
            headers.accessToken = try #require(
                try await EntitlementCall<TokenResponse>.token(
                    .init(clientID: registered.clientID, clientSecret: registered.clientSecret), headers: headers
                ).send(over: client).success?.accessToken)
            let session = try #require(
                try await EntitlementCall<SessionResponse>.session(
                    .init(mvpd: "Cablevision", domainName: "d", redirectURL: "https://app.example/done"), of: "REF30",
                    headers: headers
                ).send(over: client).success)
            let page = try #require(session.url)
            let logout = "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fout"
            let before = try await server.admin(.get, "/state").text
            for (path, status) in [(page, 302), (logout, 200), ("/sp/saml/metadata", 200), ("/none", 404)] {
                let fields = path == logout ? headers.fields() : [:]
                let answer = try await client.exchange(
                    HTTPRequest(method: .head, scheme: "http", authority: "localhost", path: path, headerFields: fields)
                )
                #expect(answer.status == status && answer.body.isEmpty)
                if status == 302 { #expect(answer.response.headerFields[.location]?.contains("SAMLRequest=") == true) }
            }
            #expect(try await server.admin(.get, "/state").text == before)
        }
    }
}
