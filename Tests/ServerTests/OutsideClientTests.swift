import Foundation
import HTTPTypes
import NIOCore
import TVSimEntitlementAPI
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

/// Tests the requests of the service to an MVPD outside of the simulation, against a server that sends given octets.
@Suite("A request to an MVPD outside of the simulation", .waitsForPrograms)
struct OutsideClientTests {
    /// Sends a request to a server that answers with given octets, and returns what the server got.
    ///
    /// - Parameters:
    ///   - octets: The answer.
    ///   - closes: Whether the server ends its side of the connection after the answer.
    ///   - patience: How long the client waits.
    ///   - method: The method of the request.
    ///   - body: Its body.
    /// - Returns: The request as the server got it, and what the client returned or threw.
    /// - Throws: An error if the server cannot listen.
    private static func exchange(
        _ octets: String, closes: Bool = true, within patience: TimeAmount = .seconds(60),
        _ method: HTTPRequest.Method = .get, body: String = ""
    ) async throws -> (sent: String, result: Result<(response: HTTPResponse, body: Data), any Error>) {
        let listener = try Listener()
        async let sent = SocketClient.onThread {
            let connection = SocketClient.Connection(accepted: listener.accept())
            let request = try connection.received(until: Data("\r\n\r\n\(body)".utf8))
            connection.send(Data(octets.utf8), isWhole: closes)
            // A client that has its answer closes the connection.
            _ = try connection.received()
            return String(decoding: request, as: UTF8.self)
        }
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "127.0.0.1:\(listener.port)", path: "/token?a=1",
            headerFields: [.accept: "application/json", .connection: "keep-alive"])
        let result = try await SocketClient.onThread {
            Result { try OutsideClient(patience: patience).send(request, body: Data(body.utf8)) }
        }
        return (try await sent, result)
    }

    private static func failure<Value>(_ result: Result<Value, any Error>) -> TransportFailure? {
        guard case .failure(let error) = result else { return nil }
        return error as? TransportFailure
    }

    @Test("has the host and the length of its body, and asks for the end of the connection")
    func sent() async throws {
        let answer = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-Own: yes\r\n\r\nok"
        let (post, result) = try await Self.exchange(answer, closes: false, .post, body: "grant_type=x")
        let lines = post.components(separatedBy: "\r\n")
        #expect(lines.first == "POST /token?a=1 HTTP/1.1" && lines.last == "grant_type=x", "\(post)")
        let headers = lines.dropFirst().filter { $0.contains(":") }.map { $0.lowercased() }
        #expect(
            headers.filter { $0.hasPrefix("host:") }.count == 1 && headers.contains { $0.hasPrefix("host: 127.0.0.1:") }
        )
        #expect(headers.contains("content-length: 12") && headers.contains("accept: application/json"))
        #expect(headers.filter { $0.hasPrefix("connection:") } == ["connection: close"])
        let got = try result.get()
        #expect(got.response.status.code == 201 && got.body == Data("ok".utf8))
        #expect(got.response.headerFields[try #require(HTTPField.Name("X-Own"))] == "yes")
        let (get, _) = try await Self.exchange(answer)
        #expect(get.hasPrefix("GET /token?a=1 ") && !get.lowercased().contains("content-length"), "\(get)")
    }

    @Test("gets a redirect as it is, and the response after an interim one")
    func redirect() async throws {
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        let (_, result) = try await Self.exchange(
            interim + "HTTP/1.1 302 Found\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n")
        let response = try result.get().response
        #expect(response.status.code == 302 && response.headerFields[.location] == "/else")
    }

    /// The largest response has 1 MiB.
    static let mebibyte = 1 << 20
    private static func sized(_ count: Int) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "a", count: count)
    }

    @Test("gets at most 1 MiB")
    func size() async throws {
        #expect(try await Self.exchange(Self.sized(Self.mebibyte)).result.get().body.count == Self.mebibyte)
        let refused = Self.failure(try await Self.exchange(Self.sized(Self.mebibyte + 1)).result)
        #expect(refused?.code == .malformed && refused?.description.contains("larger than 1048576 bytes") == true)
    }

    @Test(
        "fails with what the MVPD did wrong",
        arguments: [
            ("SSH-2.0-OpenSSH\r\n\r\n", .malformed, "not an HTTP response"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .interrupted, "closed before"),
            ("HTTP/1.1 100 Continue\r\n\r\n", .interrupted, "closed before"), ("", .interrupted, "closed before"),
        ] as [(String, TransportFailure.Code, String)])
    func wrong(octets: String, code: TransportFailure.Code, words: String) async throws {
        let failure = Self.failure(try await Self.exchange(octets).result)
        #expect(failure?.code == code && failure?.description.contains(words) == true, "\(String(describing: failure))")
    }

    @Test("ends when the MVPD stays silent, also in the middle of a response")
    func silent() async throws {
        for octets in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
            let (_, result) = try await Self.exchange(octets, closes: false, within: .milliseconds(300))
            #expect(Self.failure(result)?.code == .timeout)
        }
    }

    @Test("fails where no server listens, with a certificate that is not trusted, and without an address")
    func unreachable() async throws {
        @Sendable func failure(_ scheme: String?, _ authority: String?) async throws -> TransportFailure? {
            let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/")
            return Self.failure(
                try await SocketClient.onThread { Result { try OutsideClient.shared.send(request, body: Data()) } })
        }
        let closed = try Listener().port
        #expect(try await failure("http", "127.0.0.1:\(closed)")?.description == "The MVPD cannot be reached.")
        for (scheme, authority) in [
            ("ftp", "127.0.0.1"), (nil, "127.0.0.1"), ("http", nil), ("http", ""), ("http", "a b"),
        ] {
            let refused = try await failure(scheme, authority)
            #expect(refused?.description == "The MVPD's address is malformed.", "\(scheme ?? "") \(authority ?? "")")
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-outside-\(ProcessInfo.processInfo.globallyUniqueString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tls = try ServerTLS(home: folder, host: "127.0.0.1")
        try await RunningServer.serving(World(store: try World.state(of: .builtIn)), tls: tls) { server async throws in
            for host in ["127.0.0.1", "localhost"] {
                #expect(try await failure("https", "\(host):\(server.client.port)")?.code == .untrusted)
            }
        }
    }
}
