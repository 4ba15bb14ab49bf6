import EntitlementAPI
import Foundation
import Glibc
import HTTPTypes

/// A client of its own making, one connection for each request: it can send what no library would.
struct SocketClient: EntitlementTransport {
    /// What came back.
    struct Answer: Sendable {
        let response: HTTPResponse
        let body: Data

        var status: Int { response.status.code }
        var text: String { String(decoding: body, as: UTF8.self) }
        func json() throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: body) }
    }

    struct Trouble: Error {
        let reason: String
    }

    let port: UInt16
    /// The isolated world that is meant, by its path; `nil`: the one that is served.
    var world: String?

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        do {
            let answer = try await exchange(request, body: body)
            return (answer.response, answer.body)
        } catch {
            throw TransportFailure(.unreachable, "\(error)")
        }
    }

    /// Sends a request and reads its one answer.
    func exchange(_ request: HTTPRequest, body: Data = Data()) async throws -> Answer {
        var text = "\(request.method.rawValue) \(world.map { "/s/\($0)" } ?? "")\(request.path ?? "/") HTTP/1.1\r\n"
        text += "Host: \(request.authority ?? "localhost"):\(port)\r\nConnection: close\r\n"
        for field in request.headerFields { text += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty || request.method == .post { text += "Content-Length: \(body.count)\r\n" }
        let answers = try await raw(Data((text + "\r\n").utf8) + body, isWhole: false)
        guard let first = try Self.answers(in: answers).last else { throw Trouble(reason: "no answer") }
        return first
    }

    /// Sends bytes, and reads until the server ends the connection.
    ///
    /// Where `isWhole`, the sending side is ended after the bytes, as a client does that is done.
    func raw(_ bytes: Data, isWhole: Bool = true) async throws -> Data {
        let port = port
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.blockingExchange(bytes, isWhole: isWhole, port: port) })
            }
        }
    }

    private static func blockingExchange(_ bytes: Data, isWhole: Bool, port: UInt16) throws -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // A sockaddr_in of 127.0.0.1, as it lies in memory.
        let address: [UInt8] =
            [UInt8(AF_INET), 0, UInt8(port >> 8), UInt8(port & 0xff), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        let connected = address.withUnsafeBytes { bytes in
            connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        guard connected == 0 else { throw Trouble(reason: "connect: \(String(cString: strerror(errno)))") }
        // A server that never ends a connection must fail the test, not hold it. Tests that wait for programs may have all
        // threads of this process for longer than half a minute.
        var patience = timeval(tv_sec: 150, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A server that has answered may stop listening.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        if isWhole { shutdown(descriptor, Int32(SHUT_WR)) }
        var received = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return received }
            if count < 0 {
                if errno == ECONNRESET { return received }
                throw Trouble(reason: "the server holds the connection: \(String(cString: strerror(errno)))")
            }
            received.append(contentsOf: chunk[..<count])
        }
    }

    /// Reads answers that follow one another.
    static func answers(in data: Data) throws -> [Answer] {
        var answers: [Answer] = []
        var rest = data[...]
        while let end = rest.range(of: Data("\r\n\r\n".utf8)) {
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard words.count > 1, let code = Int(words[1]) else { throw Trouble(reason: "no status: \(lines[0])") }
            var response = HTTPResponse(status: .init(code: code))
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
                    throw Trouble(reason: "no header: \(line)")
                }
                response.headerFields.append(
                    HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
            }
            rest = rest[end.upperBound...]
            let length = min(rest.count, response.headerFields[.contentLength].flatMap { Int($0) } ?? 0)
            answers.append(Answer(response: response, body: Data(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return answers
    }
}
