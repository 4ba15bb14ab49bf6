import EntitlementAPI
import Foundation
import HTTPTypes
import NIOHTTP1

/// Why a connection ends before a request on it could be handed to anybody, and how its client is told.
struct ConnectionRefusal: Error, Sendable, Hashable {
    /// The HTTP status: 400 where what came is no request, 408 where it did not come in time (RFC 9110 § 15.5.9), 501 where
    /// it asks for what nobody here can do (§ 15.6.2).
    let status: Int
    /// One sentence that says why.
    let message: String
    /// What could be read of the request; `nil`: nothing, or what the connection has handed on.
    private var request: HTTPRequest?

    /// The request, or the beginning of one, takes too long.
    static let tooSlow = ConnectionRefusal(status: 408, message: "The request does not come to its end in time.")
    /// Nobody said why.
    static let unreadable = ConnectionRefusal(status: 400, message: "The request is no HTTP/1.1 that can be read.")

    /// The refusal of a request that breaks a rule which the parser does not know.
    static func of(_ head: HTTPRequestHead, status: Int = 400, _ message: String) -> ConnectionRefusal {
        var refusal = ConnectionRefusal(status: status, message: message)
        let method: HTTPRequest.Method = head.method == .HEAD ? .head : .get
        refusal.request = HTTPRequest(method: method, scheme: nil, authority: nil, path: head.uri)
        return refusal
    }

    /// The refusal of what the parser cannot read.
    static func of(_ error: HTTPParserError) -> ConnectionRefusal {
        let reason: String? =
            switch error {
            case .invalidMethod: "its method is not one that the server knows"
            case .invalidVersion: "its version is not HTTP/1.0 or HTTP/1.1"
            case .headerOverflow: "its header fields are too large, or too many"
            case .invalidHeaderToken: "a header field has a character that none may have"
            case .invalidContentLength, .unexpectedContentLength: "its length is not said once, in digits"
            case .invalidChunkSize: "a chunk's size is no number"
            case .invalidEOFState: "it ends before its end"
            default: nil
            }
        return reason.map { ConnectionRefusal(status: 400, message: "The request cannot be read: \($0).") }
            ?? unreadable
    }

    private init(status: Int, message: String) {
        self.status = status
        self.message = message
    }

    /// The answer, with which the connection ends: an error of the admin API to requests for it, else an enhanced error.
    ///
    /// It comes from no world, and so has the trace of none.
    ///
    /// - Parameter unfinished: The request whose head was handed on already; `nil`: there is none.
    /// - Returns: What is sent; to a question for the head of an answer no body.
    func answer(to unfinished: HTTPRequest?) -> HTTPAnswer {
        let request = request ?? unfinished
        var answer = error(for: request?.path)
        answer.head.headerFields[.connection] = "close"
        answer.head.headerFields[.contentLength] = "\(answer.body.count)"
        if request?.method == .head { answer.body = Data() }
        return answer
    }

    private func error(for target: String?) -> HTTPAnswer {
        let inner = target.flatMap { try? WorldAddress(target: $0, header: nil).target }
        if let inner, AdminAPI.owns(inner) { return AdminError(status, message).answer.marked }
        let code = EnhancedErrorCode.internalError(status: status, message)
        let json = try? WireCoding.encode(EnhancedError(code, trace: Self.trace))
        return HTTPAnswer(status: status, json: json.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    /// The nil UUID (RFC 9562 § 5.9).
    private static let trace = "00000000-0000-0000-0000-000000000000"
}
