import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

/// HEAD requests, which must not change state (RFC 9110, 9.3.2).
@Suite("HEAD requests")
struct HeadTests {
    @Test("get no part of a body, also where a fault interrupts the response to GET", arguments: ["GET", "HEAD"])
    func interrupted(method: String) async throws {
        try await RunningServer.serving { server in
            let fault = #"{"fault": {"at": "service.configuration", "error": "connectionClosed"}}"#
            #expect(try await server.admin(.post, "/commands", fault).status == 204)
            let request = "\(method) /api/v2/REF30/configuration HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let data = try await server.client.raw(Data(request.utf8), isWhole: false)
            let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 2 && parts[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
            // A client that reads the body finds it shorter than announced.
            #expect(parts[0].hasSuffix("Content-Length: 3") && parts.last == (method == "GET" ? "{\"" : ""), "\(parts)")
        }
    }

    @Test("and others have a length in the answer, except an answer without content (RFC 9110, 8.6)")
    func lengths() async throws {
        try await RunningServer.serving { server async throws in
            for method in [HTTPRequest.Method.get, .head] {
                let answer = try await server.admin(method, "/worlds")
                #expect(answer.response.headerFields[.contentLength] == "\("{\"worlds\":[]}\n".utf8.count)")
            }
            let done = try await server.admin(.post, "/reset")
            #expect(done.status == 204 && done.response.headerFields[.contentLength] == nil)
            let root = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/favicon.ico"))
            #expect(root.response.headerFields[.contentLength] == "0")
        }
    }

    /// The statuses of a fault, with the length that the response names; `nil` for none.
    static let statuses: [(status: Int, length: String?)] = [
        (200, "4"), (201, "4"), (204, nil), (205, "0"), (304, nil), (404, "4"),
    ]

    @Test(
        "and others get no body with a status that has none, and the connection goes on (RFC 9110, 6.4.1)",
        arguments: ["GET", "HEAD"])
    func noContent(method: String) async throws {
        try await RunningServer.serving { server async throws in
            for (operation, path) in [
                ("service.configuration", "/api/v2/REF30/configuration"), ("provider.page", "/mvpd/Cablevision/sso"),
            ] {
                for (status, length) in Self.statuses {
                    let fault = #"{"at": "\#(operation)", "status": \#(status), "body": "here", "times": 1}"#
                    #expect(try await server.admin(.post, "/commands", #"{"fault": \#(fault)}"#).status == 204)
                    let request = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    let next = "GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    let data = try await server.client.raw(Data((request + next).utf8), isWhole: false)
                    let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\r\n\r\n")
                    let head = parts[0].components(separatedBy: "\r\n")
                    #expect(head[0].hasPrefix("HTTP/1.1 \(status) "), "\(parts)")
                    let lengths = head.filter { $0.lowercased().hasPrefix("content-length:") }
                    #expect(lengths == (length.map { ["Content-Length: \($0)"] } ?? []), "\(status): \(head)")
                    #expect(!head.contains { $0.lowercased().hasPrefix("transfer-encoding:") }, "\(status)")
                    let content = method == "GET" && length == "4" ? "here" : ""
                    #expect(parts.count == 3 && parts[1].hasPrefix("\(content)HTTP/1.1 404"), "\(status): \(parts)")
                    #expect(try await server.admin(.post, "/commands", #""clearFaults""#).status == 204)
                }
            }
        }
    }

    @Test("change nothing, and get the response of GET without a body")
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
