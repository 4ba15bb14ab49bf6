import Foundation
import Identifiers
import SAML

/// A person's session at an MVPD, as the assertion named it that gave a profile: what is told when it is to end.
struct ProviderSession: Codable, Sendable, Hashable {
    /// Whose session it is.
    var nameID: UserID
    /// What belongs to that name; `nil`: the session was kept before that was.
    var qualifiers: NameQualifiers?
    /// Which one; `nil`: the MVPD did not say.
    var sessionIndex: String?
    /// The assertion by which somebody signed in; `nil`: the session was kept before that was.
    var assertion: String?
    /// Until when the profile holds that it gave, with which the session is ended; `nil`: the session was kept before that
    /// was remembered.
    var notAfter: Date?
}

/// A session at an MVPD that a browser is to end.
struct PendingLogout: Codable, Sendable, Hashable {
    /// How long the browser may take: as long as a sign-in.
    static let validity = SessionRecord.validity

    /// The service provider whose app logged out.
    var serviceProvider: RequestorID
    /// The MVPD.
    var mvpd: MVPDID
    /// The session; `nil`: it began before sessions were remembered.
    var session: ProviderSession?
    /// Where the browser is sent when it is over; `nil` in logouts kept before that was demanded.
    var redirectURL: String?
    /// From when the browser may begin; `nil` in logouts kept before that was asked.
    var notBefore: Date?
    /// Until when the browser may begin.
    var notAfter: Date
    /// The SAML requests with which browsers were sent to the MVPD, the newest last; `nil`: none was.
    private(set) var sentRequests: [SentRequest]?

    /// Whether a browser may begin at an instant.
    func holds(at now: Date) -> Bool {
        notBefore.map { $0 <= now } ?? true && now < notAfter
    }

    /// One SAML request that waits for its answer.
    struct SentRequest: Codable, Sendable, Hashable {
        /// The request's `ID`, which the answer must name.
        var id: MessageID
        /// Where the answer was asked to go.
        var responseService: EndpointLocation
    }

    /// Waits for the answer to one request more: a page that is opened in a second tab, or loaded again, must not end the
    /// first.
    mutating func send(_ request: SentRequest) {
        sentRequests = ((sentRequests ?? []) + [request]).suffix(SessionRecord.mostSentRequests)
    }

    /// Whether a text can be the identifier of a logout.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }
}
