import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// An authentication session, found by its code.
struct SessionRecord: Codable, Sendable, Hashable, Lapsing {
    /// The lifetime in seconds of a code and of a partner request: 30 minutes, as in the documentation's samples.
    static let validity: TimeInterval = 1_800
    /// The length of a code: seven characters, as in most of the documentation's samples.
    static let codeLength = 7

    /// The code.
    var code: String
    /// The session identifier, a UUID.
    var sessionID: String
    /// The client that created the session.
    var clientID: ClientID
    /// The fingerprint of the device.
    var fingerprint: String
    /// The service provider.
    var serviceProvider: RequestorID
    /// The MVPD; `nil` if it is not known yet.
    var mvpd: MVPDID?
    /// The domain that the user signs in for.
    var domainName: String?
    /// The URL that the browser is redirected to after the sign-in.
    var redirectURL: String?
    /// The start of the code's validity.
    var notBefore: Date
    /// The end of the code's validity.
    var notAfter: Date
    /// The device information at the session's creation.
    var device: Members = [:]
    /// The requests that browsers have taken to the MVPD, newest last; `nil` before the first request and after
    /// the sign-in.
    private(set) var sentRequests: [SentRequest]?
    /// Whether a new sign-in is required, requested before the MVPD was chosen; `nil` for no.
    var isForced: Bool?
    /// The time of the sign-in with the code; `nil` if no user has signed in yet.
    var completedAt: Date?
    /// The end of the profile that the sign-in gave; `nil` if no user has signed in yet.
    private(set) var profileEnds: Date?
    /// The user of the app's valid token at the session's creation; `nil` if there was no such token.
    var sharedIdentity: SharedIdentity?

    /// Whether the session fell back from the partner; `nil` for no.
    ///
    /// The partner request has no MVPD parameter, so the user chooses an MVPD if it is unknown.
    var fellBack: Bool?
    /// Whether the user chose the MVPD on a second screen and may choose again; `nil` if the app named the MVPD.
    var isChosenByPerson: Bool?

    /// Whether a newer code of the app on the same device has replaced this one; `nil` for no.
    var isReplaced: Bool?

    /// Whether the code is valid: at or after `notBefore`, and before `notAfter`.
    func holds(at now: Date) -> Bool {
        notBefore <= now && now < notAfter
    }

    /// The end of the code's answers: a completed sign-in is reported as long as its profile is valid.
    ///
    /// - Note: Observed with shipped clients. See Differences, S-33.
    var end: Date { max(notAfter, profileEnds ?? notAfter) }

    /// A request to the MVPD without an answer yet.
    struct SentRequest: Codable, Sendable, Hashable {
        /// The request's identifier, which the answer must name.
        var id: String
        /// The requested address of the answer.
        var returnAddress: String
        /// The verifier of the request's proof key (RFC 7636); `nil` if it has none.
        var verifier: String?
        /// Whether a browser has brought an answer, whose code was redeemed; `nil` for no.
        var isClaimed: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, verifier, isClaimed
            case returnAddress = "assertionConsumer"
        }
    }

    /// The maximum number of pending requests; the user may open the page in several tabs or reload it.
    static let maximumSentRequests = 8

    /// Records another request.
    mutating func send(_ request: SentRequest) {
        sentRequests = ((sentRequests ?? []) + [request]).suffix(Self.maximumSentRequests)
    }

    /// Records that a browser has brought the answer to a request, and returns whether it is the first.
    mutating func claim(_ id: String) -> Bool {
        guard let place = sentRequests?.firstIndex(where: { $0.id == id }), sentRequests?[place].isClaimed != true
        else {
            return false
        }
        sentRequests?[place].isClaimed = true
        return true
    }

    /// Records the sign-in, which gave a profile that is valid until `end`; later responses are rejected.
    mutating func complete(at now: Date, until end: Date) {
        sentRequests = nil
        completedAt = now
        profileEnds = end
    }

    var lapsesAt: Date { end }
}

/// The latest code of an app on a device.
struct LatestCode: Codable, Sendable, Hashable, Lapsing {
    /// The code.
    var code: String
    /// The end of the code's validity.
    var notAfter: Date

    var lapsesAt: Date { notAfter }
}

/// The unanswered partner requests of an app on a device: the latest for each MVPD.
struct PendingRequests: Codable, Sendable, Hashable, Lapsing {
    /// A SAML request that the app has received.
    struct Request: Codable, Sendable, Hashable {
        /// The request's `ID`, which the response must name.
        var id: String
        /// The start of the validity.
        var notBefore: Date
        /// The end of the validity.
        var notAfter: Date

        /// Whether a response is accepted at a time.
        func holds(at now: Date) -> Bool {
            notBefore <= now && now < notAfter
        }
    }

    private(set) var requests: [MVPDID: Request] = [:]

    /// Whether no request is pending at a time.
    func isEmpty(at now: Date) -> Bool {
        !requests.values.contains { $0.holds(at: now) }
    }

    /// Returns the pending request with an MVPD; `nil` if no request is pending.
    func request(mvpd: MVPDID, at now: Date) -> Request? {
        requests[mvpd].flatMap { $0.holds(at: now) ? $0 : nil }
    }

    /// Stores a request, which replaces the MVPD's previous one, and deletes expired requests.
    mutating func put(_ request: Request, mvpd: MVPDID, at now: Date) {
        requests = requests.filter { now < $0.value.notAfter }
        requests[mvpd] = request
    }

    /// Removes the MVPD's request.
    mutating func remove(mvpd: MVPDID) {
        requests[mvpd] = nil
    }

    var lapsesAt: Date { requests.values.map(\.notAfter).max() ?? .distantPast }
}
