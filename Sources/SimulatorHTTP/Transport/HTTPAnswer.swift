import EntitlementAPI
import Foundation
import HTTPTypes
import TVSimulator

/// What goes back to a client: a message whose body is whole, but where it is broken off on purpose.
struct HTTPAnswer: Sendable, Hashable {
    var head: HTTPResponse
    var body: Data
    /// Whether the connection ends where more of the body would follow.
    private(set) var isBrokenOff = false

    init(_ head: HTTPResponse, body: Data) {
        self.head = head
        self.body = body
    }

    /// An answer of the simulator itself, as JSON.
    init(status: Int = 200, json text: String) {
        head = HTTPResponse(status: .init(code: status), headerFields: [.contentType: "application/json"])
        body = Data(text.utf8)
    }

    /// An answer that says nothing but that it is done.
    static let done = HTTPAnswer(HTTPResponse(status: .noContent), body: Data())

    /// The beginning of an answer, behind which the connection ends.
    ///
    /// Were there no beginning, a client that has used the connection before would send the request again, unnoticed
    /// (RFC 9110 § 9.2.2).
    static let brokenOff: HTTPAnswer = {
        var answer = HTTPAnswer(json: "{\"")
        answer.isBrokenOff = true
        return answer
    }()

    /// The answer with the header by which the simulator's own are told from the simulated service's.
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
    /// `Simulator-World`: in which world the request is meant.
    static let simulatorWorld = literal("Simulator-World")
    /// `Simulator-Journal`: which journal is told; another name is another journal, whose numbers mean other decisions.
    static let simulatorJournal = literal("Simulator-Journal")
    /// `Sec-Fetch-Site`: from where a browser sends the request.
    static let fetchSite = literal("Sec-Fetch-Site")
    /// `Sec-Fetch-Mode`: how a browser came to send the request.
    static let fetchMode = literal("Sec-Fetch-Mode")
    /// `Sec-Fetch-Dest`: what a browser will do with the answer.
    static let fetchDestination = literal("Sec-Fetch-Dest")

    private static func literal(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no header name") }
        return field
    }
}
