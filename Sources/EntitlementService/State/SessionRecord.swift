import EntitlementAPI
import Foundation
import Identifiers
import StructuredText

/// A session that waits for its code to be used.
struct SessionRecord: Codable, Sendable, Hashable {
    /// How long a code and a partner request hold: the 30 minutes of the documentation's samples.
    static let validity: TimeInterval = 1_800
    /// How long a code is: seven characters in most of the documentation's samples.
    static let codeLength = 7

    /// The code.
    var code: String
    /// Identifies the session: a UUID.
    var sessionID: String
    /// The app that began it.
    var clientID: ClientID
    /// The device on which it began.
    var fingerprint: String
    /// The service provider.
    var serviceProvider: RequestorID
    /// The MVPD, where it is known.
    var mvpd: MVPDID?
    /// The domain on whose behalf the person signs in.
    var domainName: String?
    /// Where the browser is sent when the sign-in is over.
    var redirectURL: String?
    /// From when the code holds.
    var notBefore: Date
    /// Until when the code holds.
    var notAfter: Date
    /// What the device said of itself when the session began; `nil` in sessions kept before that was asked.
    var device: [String: JSONValue]?
    /// The SAML requests with which browsers were sent to the MVPD, the newest last; `nil`: none was, or an answer was
    /// accepted.
    private(set) var sentRequests: [SentRequest]?
    /// Whether somebody who is known is to sign in again, as was demanded before the MVPD was chosen; `nil`: nobody did.
    var isForced: Bool?
    /// When somebody signed in with the code, which serves one sign-in; `nil`: nobody has yet.
    var completedAt: Date?
    /// Whom a token of the app vouched for when the session began; `nil`: it carried none that is believed.
    var sharedIdentity: SharedIdentity?

    /// Whether the session fell back from the partner, whose request has no room for an MVPD: without one the person is
    /// asked; `nil`: no.
    var fellBack: Bool?
    /// Whether the person chose the MVPD on a second screen, and may choose anew; `nil`: the app named it.
    var isChosenByPerson: Bool?

    /// Whether the app has been given a newer code on the same device since, and this one counts no more; `nil`: no.
    var isReplaced: Bool?

    /// Whether the code holds: from `notBefore` on, and no longer at `notAfter`.
    func holds(at now: Date) -> Bool {
        notBefore <= now && now < notAfter
    }

    /// One SAML request that waits for its answer.
    struct SentRequest: Codable, Sendable, Hashable {
        /// The request's `ID`, which the answer must name.
        var id: String
        /// Where the answer was asked to go.
        var assertionConsumer: String
    }

    /// How many requests wait at most: a page that is opened in a second tab, or loaded again, must not end the first.
    static let mostSentRequests = 8

    /// Waits for the answer to one request more.
    mutating func send(_ request: SentRequest) {
        sentRequests = ((sentRequests ?? []) + [request]).suffix(Self.mostSentRequests)
    }

    /// Notes that somebody has signed in: no answer is awaited any more.
    mutating func complete(at now: Date) {
        sentRequests = nil
        completedAt = now
    }
}

/// The code that an app on a device was given last.
struct LatestCode: Codable, Sendable, Hashable {
    /// The code.
    var code: String
    /// Until when it holds.
    var notAfter: Date
}

/// The partner requests that an app on a device has not answered yet: the last one with each MVPD.
struct PendingRequests: Codable, Sendable, Hashable {
    /// One SAML request that was handed out.
    struct Request: Codable, Sendable, Hashable {
        /// The request's `ID`, which the answer must name.
        var id: String
        /// From when it may be answered; `nil` in requests kept before that was asked.
        var notBefore: Date?
        /// Until when it may be answered.
        var notAfter: Date

        /// Whether it may be answered at an instant.
        func holds(at now: Date) -> Bool {
            notBefore.map { $0 <= now } ?? true && now < notAfter
        }
    }

    private(set) var requests: [MVPDID: Request] = [:]

    /// Whether nothing is pending with anybody at an instant.
    func isEmpty(at now: Date) -> Bool {
        !requests.values.contains { $0.holds(at: now) }
    }

    /// Returns the request that is pending with an MVPD at an instant.
    func request(mvpd: MVPDID, at now: Date) -> Request? {
        requests[mvpd].flatMap { $0.holds(at: now) ? $0 : nil }
    }

    /// Whether no request can be answered any more.
    func hasLapsed(at now: Date) -> Bool {
        requests.values.allSatisfy { $0.notAfter <= now }
    }

    /// Puts a request in place of the MVPD's last, and forgets what has lapsed.
    mutating func put(_ request: Request, mvpd: MVPDID, at now: Date) {
        requests = requests.filter { now < $0.value.notAfter }
        requests[mvpd] = request
    }

    /// Takes the MVPD's request away.
    mutating func remove(mvpd: MVPDID) {
        requests[mvpd] = nil
    }
}
