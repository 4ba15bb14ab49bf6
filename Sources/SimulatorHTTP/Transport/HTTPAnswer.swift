import EntitlementAPI
import Foundation
import HTTPTypes
import SimulatedWorld

/// A response to a client, with its whole body unless a fault breaks it off.
struct HTTPAnswer: Sendable, Hashable {
    var head: HTTPResponse
    var body: Data
    /// Whether the connection ends before the announced end of the body.
    private(set) var isBrokenOff = false

    init(_ head: HTTPResponse, body: Data) {
        self.head = head
        self.body = body
    }

    /// Creates an answer of the simulator itself, as JSON.
    init(status: Int = 200, json text: String) {
        head = HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"])
        body = Data(text.utf8)
    }

    /// An answer without content.
    static let done = HTTPAnswer(HTTPResponse(status: .noContent), body: Data())

    /// The beginning of an answer, after which the connection ends.
    ///
    /// Without a beginning, a client would silently repeat the request on a connection that it has used before
    /// (RFC 9110, 9.2.2).
    static let brokenOff: HTTPAnswer = {
        var answer = HTTPAnswer(json: "{\"")
        answer.isBrokenOff = true
        return answer
    }()

    /// The answer with the header that marks the simulator's own answers.
    var marked: HTTPAnswer {
        var marked = self
        marked.head.headerFields[.simulator] = "tvsim/\(SimulatorVersion.current)"
        marked.head.headerFields[.cacheControl] = "no-store"
        marked.head.headerFields[.xContentTypeOptions] = "nosniff"
        return marked
    }
}

extension HTTPField.Name {
    /// `Simulator`: marks answers that no real service would give.
    static let simulator = literal("Simulator")
    /// `Simulator-World`: the world that the request is for.
    static let simulatorWorld = literal("Simulator-World")
    /// `Simulator-Journal`: the journal's name; the numbers of another journal mean other decisions.
    static let simulatorJournal = literal("Simulator-Journal")
    /// `Sec-Fetch-Site`: how the origin of the page relates to the server's.
    static let fetchSite = literal("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode`: the kind of a browser's request.
    static let fetchMode = literal("Sec-Fetch-Mode")
    /// `Sec-Fetch-Dest`: how a browser will use the answer.
    static let fetchDestination = literal("Sec-Fetch-Dest")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no header name") }
        return field
    }
}
