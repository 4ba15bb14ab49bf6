import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimWorld

/// A response to a client, with its whole body unless a fault interrupts it or the body is a stream.
struct HTTPAnswer: Sendable {
    /// Writes a body part by part; the body ends when the closure returns.
    typealias Stream = @Sendable (_ write: (String) async throws -> Void) async throws -> Void

    var head: HTTPResponse
    var body: Data
    /// Writes the body if its length is not known when the response begins; otherwise `nil`.
    private(set) var stream: Stream?
    /// The length of the body in bytes; `nil` for a stream of unknown length.
    private(set) var length: Int?
    /// Whether the server closes the connection before the body is as long as `Content-Length` says.
    private(set) var isBrokenOff = false
    /// Whether the server closes the connection after the response.
    var isLast = false

    init(_ head: HTTPResponse, body: Data) {
        self.head = head
        self.body = body
        length = body.count
    }

    /// Creates a JSON response of the simulator itself.
    init(status: Int = 200, json text: String) {
        head = HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"])
        body = Data(text.utf8)
        length = body.count
    }

    /// Creates a response whose body is a stream, with its length in bytes if that is known.
    init(type: String, length: Int? = nil, stream: @escaping Stream) {
        head = HTTPResponse(status: .ok, headerFields: [.contentType: type])
        body = Data()
        self.stream = stream
        self.length = length
    }

    /// The response 204 without a body.
    static let done = HTTPAnswer(HTTPResponse(status: .noContent), body: Data())

    /// An interrupted response: its head and two bytes of the body, after which the connection closes.
    ///
    /// A client may retry automatically if a reused connection closes before any response (RFC 9110, 9.2.2). The two
    /// bytes prevent this.
    static let brokenOff: HTTPAnswer = {
        var answer = HTTPAnswer(json: "{\"")
        answer.isBrokenOff = true
        return answer
    }()

    /// The response with the headers of the simulator's own responses.
    var marked: HTTPAnswer {
        var marked = self
        marked.head.headerFields[.simulator] = "tvsim/\(SimulatorVersion.current)"
        marked.head.headerFields[.cacheControl] = head.headerFields[.cacheControl] ?? "no-store"
        marked.head.headerFields[.xContentTypeOptions] = "nosniff"
        return marked
    }
}

extension HTTPField.Name {
    /// `Simulator`: marks responses that do not exist on the real service.
    static let simulator = literal("Simulator")
    /// `Simulator-World`: the world that the request is for.
    static let simulatorWorld = literal("Simulator-World")
    /// `Tvsim-Admin-Token`: the secret of the admin API.
    static let adminToken = literal(AdminSecret.header)
    /// `Simulator-Origin`: says that the simulated SDK, and not the app, sends the request.
    static let simulatorOrigin = literal("Simulator-Origin")
    /// `Simulator-Journal`: the journal's name, because entry numbers are unique only within one journal.
    static let simulatorJournal = literal("Simulator-Journal")
    /// `Simulator-Revision`: another text after each change of the world's state or of its screen.
    static let simulatorRevision = literal("Simulator-Revision")
    /// `Last-Event-ID`: the last event that a client of a stream has received (HTML Standard, 9.2.4).
    static let lastEventID = literal("Last-Event-ID")
    /// `Prefer`: how the client would like the response (RFC 7240, 2).
    static let prefer = literal("Prefer")
    /// `Preference-Applied`: which of these preferences the response follows (RFC 7240, 3).
    static let preferenceApplied = literal("Preference-Applied")
    /// `Sec-Fetch-Site`: how the origin of the page relates to the server's.
    static let fetchSite = literal("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode`: the kind of a browser's request.
    static let fetchMode = literal("Sec-Fetch-Mode")
    /// `Sec-Fetch-Dest`: how a browser will use the response.
    static let fetchDestination = literal("Sec-Fetch-Dest")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("'\(name)' is not a header name") }
        return field
    }
}
