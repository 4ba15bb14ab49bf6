import Foundation
import Glibc
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// A minimal HTTP client with one connection for each request, which can send malformed requests.
struct SocketClient: EntitlementTransport {
    /// A response.
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
    /// The isolated world that requests name in the path; `nil` for the served world.
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

    /// Sends a request and returns its response.
    func exchange(_ request: HTTPRequest, body: Data = Data()) async throws -> Answer {
        var text = "\(request.method.rawValue) \(world.map { "/s/\($0)" } ?? "")\(request.path ?? "/") HTTP/1.1\r\n"
        // The service's default host name is kept, as a client behind a proxy sends it. Others get the server's port.
        let isNamed = request.authority == EntitlementWire.defaultAuthority
        let host = isNamed ? EntitlementWire.defaultAuthority : "\(request.authority ?? "localhost"):\(port)"
        text += "Host: \(host)\r\nConnection: close\r\n"
        for field in request.headerFields { text += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty || request.method == .post { text += "Content-Length: \(body.count)\r\n" }
        let answers = try await raw(Data((text + "\r\n").utf8) + body, isWhole: false)
        guard let first = try Self.answers(in: answers).last else { throw Trouble(reason: "no answer") }
        return first
    }

    /// Sends bytes, and reads until the server closes the connection.
    ///
    /// If `isWhole` is true, this closes the sending side after the bytes.
    func raw(_ bytes: Data, isWhole: Bool = true) async throws -> Data {
        let port = port
        return try await Self.onThread {
            let connection = try Connection(to: port)
            connection.send(bytes, isWhole: isWhole)
            return try connection.received()
        }
    }

    /// Sends bytes, and returns the first response with the open connection.
    func begun(_ bytes: Data) async throws -> (answer: Answer, connection: Connection) {
        let port = port
        return try await Self.onThread {
            let connection = try Connection(to: port)
            connection.send(bytes, isWhole: false)
            let answers = try Self.answers(in: try connection.received(until: Data("\r\n\r\n".utf8)))
            guard let first = answers.first else { throw Trouble(reason: "no answer") }
            return (first, connection)
        }
    }

    /// Runs a closure on a new thread, because waiting for the server blocks the thread.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    /// Parses consecutive responses.
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
            // A stream has no length, and ends with the connection in these tests.
            guard response.headerFields[.transferEncoding] == nil else {
                answers.append(Answer(response: response, body: Data(rest)))
                break
            }
            let length = min(rest.count, response.headerFields[.contentLength].flatMap { Int($0) } ?? 0)
            answers.append(Answer(response: response, body: Data(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return answers
    }
}
