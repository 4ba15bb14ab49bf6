import Foundation
import TVSimPlatform
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// A GET request to a server over plain HTTP/1.1.
///
/// The command line does not load the HTTP libraries of the server, and one request does not need them.
struct ServerQuestion {
    /// How long the server may take to send something, in seconds.
    private static let patience = 5
    /// The largest answer, in bytes.
    private static let largest = 64 << 20

    /// The body of an answer with an error.
    private struct Refusal: Decodable {
        struct Content: Decodable { let message: String }
        let error: Content
    }

    private let address: String
    private let host: String
    private let authority: String
    private let port: Int
    private let prefix: String

    /// Reads an address.
    ///
    /// - Throws: `CommandError` if it is not one of HTTP.
    init(to address: String) throws(CommandError) {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty, parts.scheme == "http"
        else {
            throw CommandError(
                .invalid, "invalid address '\(address.onOneLine)': expected http://HOST:PORT",
                suggestion: address.hasPrefix("https://")
                    ? "ask a server with TLS by: curl --cacert \"$TVSIM_CA\" \(address)/_sim/v1/health" : nil)
        }
        self.address = address
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = parts.port ?? 80
        authority = parts.port.map { "\(host):\($0)" } ?? host
        prefix = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    }

    /// Sends the request, and returns the body of the answer 200.
    ///
    /// - Throws: `CommandError` if the server does not answer with 200, with the reason that it gives.
    func answer(to path: String) throws(CommandError) -> String {
        let secret = try AdminSecret(environment: CommandContext.current.environment)
        let connection = try connected()
        defer { close(connection) }
        let proof = secret.map { "\(AdminSecret.header): \($0.text)\r\n" } ?? ""
        let request = "GET \(prefix)\(path) HTTP/1.1\r\nHost: \(authority)\r\n\(proof)Connection: close\r\n\r\n"
        guard Self.send(request, over: connection) else { throw failure(String(cString: strerror(errno))) }
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(connection, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw failure(errno == EAGAIN ? "no answer in \(Self.patience)s" : String(cString: strerror(errno)))
            }
            guard count > 0, received.count < Self.largest else { break }
            received += chunk[..<count]
        }
        let text = String(decoding: received, as: UTF8.self)
        let words = text.prefix { !$0.isNewline }.split(separator: " ")
        guard words.count > 1, words[0].hasPrefix("HTTP/1."), let end = text.firstRange(of: "\r\n\r\n") else {
            throw failure("the answer is not HTTP/1.1")
        }
        let body = String(text[end.upperBound...])
        guard words[1] == "200" else {
            let reason = (try? JSONDecoder().decode(Refusal.self, from: Data(body.utf8)))?.error.message
            throw failure("status \(words[1])" + (reason.map { ", \($0)" } ?? ""))
        }
        return body
    }

    private static func send(_ text: String, over connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Sockets.send($0, over: connection) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns a socket that is connected to one of the host's addresses.
    private func connected() throws(CommandError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Sockets.stream
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &found)
        guard status == 0 else { throw failure(String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(found) }
        var reason = "the host has no address"
        var next = found
        while let each = next?.pointee {
            let connection = Sockets.open(each.ai_family, each.ai_socktype, each.ai_protocol)
            // The time limit of sending is that of connecting too (socket(7)).
            var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
            }
            if connection >= 0, connect(connection, each.ai_addr, each.ai_addrlen) == 0 { return connection }
            reason = String(cString: strerror(errno))
            if connection >= 0 { close(connection) }
            next = each.ai_next
        }
        throw failure(reason)
    }

    private func failure(_ reason: String) -> CommandError {
        CommandError(.unavailable, "the server at \(address.onOneLine) does not answer: \(reason)")
    }
}
