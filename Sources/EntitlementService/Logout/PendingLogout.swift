import Foundation
import TVSimStateStorage
import TVSimStructuredText

/// A logout that a browser has yet to complete at an MVPD.
struct PendingLogout: Codable, Sendable, Hashable, Lapsing {
    /// The time in seconds in which the browser must start, the same as for a sign-in.
    static let validity = SessionRecord.validity

    /// The service provider whose app logged out.
    var serviceProvider: RequestorID
    /// The MVPD.
    var mvpd: MVPDID
    /// The session; `nil` if the MVPD has none, as with a temporary pass.
    var session: MVPDSession?
    /// The URL that the browser is redirected to after the logout.
    var redirectURL: String
    /// The start of the validity.
    var notBefore: Date
    /// The end of the validity.
    var notAfter: Date
    /// The requests that browsers have taken to the MVPD, newest last; `nil` if there are none.
    private(set) var sentRequests: [SentRequest]?

    /// Whether a browser may start the logout at a time.
    func holds(at now: Date) -> Bool {
        notBefore <= now && now < notAfter
    }

    /// A request without a response yet.
    struct SentRequest: Codable, Sendable, Hashable {
        /// The request's identifier, which the response must name.
        var id: String
        /// The requested address of the response.
        var responseService: String
    }

    /// Records another request.
    ///
    /// Earlier requests stay valid, because the user may open the page in a second tab or reload it.
    mutating func send(_ request: SentRequest) {
        sentRequests = ((sentRequests ?? []) + [request]).suffix(SessionRecord.maximumSentRequests)
    }

    /// Whether a text can be the identifier of a logout.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    var lapsesAt: Date { notAfter }
}
