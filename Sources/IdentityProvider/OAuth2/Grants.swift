import Foundation
import TVSimCore
import TVSimStateStorage

/// An authorization code (RFC 6749, 4.1.2), stored under its own text.
struct AuthorizationCode: Codable, Sendable, Hashable, Lapsing {
    /// The lifetime in seconds.
    static let validity: TimeInterval = 60
    /// How long after its end the second use of a code is noticed, in seconds.
    private static let memory: TimeInterval = 540

    /// The client that asked for it.
    var client: String
    /// The address of the request; `nil` if the request named none.
    var redirectURI: String?
    /// The challenge of the request (RFC 7636); `nil` if the request had none.
    var challenge: String?
    /// The user who signed in.
    var user: GrantedUser
    /// The scope of the request; `nil` if it named none.
    var scope: String?
    /// The end of the validity.
    var notAfter: Date
    /// The grant that the code gave; `nil` if it is unused.
    var grant: String?

    /// The prefix of the names of all codes.
    static let keys = "provider/code/"

    static func key(_ code: String, at provider: Provider) -> StateKey<AuthorizationCode> {
        StateKey("\(keys)\(Data(provider.identifier.utf8).hexadecimal)/\(code)")
    }

    var lapsesAt: Date { notAfter.addingTimeInterval(Self.memory) }
}

/// The user of a grant, as the provider knew the user at the sign-in.
struct GrantedUser: Codable, Sendable, Hashable {
    /// The subscriber's name.
    var subscriber: String
    /// Whether the home network identified the user.
    var isAtHome: Bool
    /// The index of the browser's session; `nil` for a user of the home network.
    var session: String?
    /// The account that the user has chosen; `nil` for none.
    var account: String?
}

/// What a client may know of a user: its tokens, and how long they are valid.
///
/// A token is the grant's identifier and a random part, whose digest is stored.
struct Grant: Codable, Sendable, Hashable, Lapsing {
    /// The client.
    var client: String
    /// The user.
    var user: GrantedUser
    /// The digest of the refresh token; `nil` if the client has none.
    var refresh: String?
    /// The digests of the refresh tokens that it replaced, newest last; `nil` for none.
    private var replaced: [String]?
    /// The end of the refresh token.
    var refreshEnds: Date
    /// The access tokens, newest last.
    var access: [AccessToken]
    /// The scope of the sign-in; `nil` if the client asked for none.
    var scope: String?

    init(
        client: String, user: GrantedUser, scope: String?, refresh: String?, refreshEnds: Date, access: [AccessToken]
    ) {
        self.client = client
        self.user = user
        self.scope = scope
        self.refresh = refresh
        self.refreshEnds = refreshEnds
        self.access = access
    }

    /// An access token.
    struct AccessToken: Codable, Sendable, Hashable {
        /// The digest of its random part.
        var digest: String
        /// The end of its validity.
        var ends: Date
    }

    /// The maximum number of access tokens; a refresh beyond it ends the oldest.
    private static let mostAccessTokens = 8

    /// The prefix of the names of all grants.
    static let keys = "provider/grant/"

    static func key(_ id: String, at provider: Provider) -> StateKey<Grant> { key(id, at: provider.identifier) }

    private static func key(_ id: String, at provider: String) -> StateKey<Grant> {
        StateKey("\(keys)\(Data(provider.utf8).hexadecimal)/\(id)")
    }

    /// The maximum number of replaced refresh tokens that are recognized.
    private static let mostReplaced = 64

    /// What a text is that a client sends as the refresh token.
    enum Presented {
        /// The refresh token.
        case current
        /// One that was replaced by a newer one: a client, or someone who took it, uses it again (RFC 9700, 4.14.2).
        case replaced
        /// An access token.
        case access
        /// No token of the grant.
        case unknown
    }

    /// Returns what the random part of a token is that a client sends as the refresh token.
    func presented(_ random: String) -> Presented {
        let digest = Self.digest(random)
        if refresh == digest { return .current }
        if replaced?.contains(digest) == true { return .replaced }
        return access.contains { $0.digest == digest } ? .access : .unknown
    }

    /// Replaces the refresh token by one with another random part.
    mutating func rotate(to random: String) {
        replaced = ((replaced ?? []) + [refresh].compactMap(\.self)).suffix(Self.mostReplaced)
        refresh = Self.digest(random)
    }

    /// Adds an access token.
    mutating func add(_ token: AccessToken) {
        access = (access + [token]).suffix(Self.mostAccessTokens)
    }

    /// Returns whether the grant has a valid access token with a random part.
    func hasAccess(_ random: String, at now: Date) -> Bool {
        let digest = Self.digest(random)
        return access.contains { $0.digest == digest && now < $0.ends }
    }

    /// Returns the end of the access token with a random part; `nil` if the grant does not have it.
    func end(ofAccess random: String) -> Date? {
        let digest = Self.digest(random)
        return access.first { $0.digest == digest }?.ends
    }

    /// Says what of a scope the sign-in did not ask for, as a clause; `nil` if it asked for all of it (RFC 6749, 6).
    func excess(of asked: String?) -> String? {
        let granted = (scope ?? "").split(separator: " ")
        let beyond = (asked ?? "").split(separator: " ").first { name in
            !granted.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        guard let beyond else { return nil }
        let known = granted.prefix(8).map { "'\($0.prefix(64))'" }.joined(separator: ", ")
        return
            "the scope has '\(beyond.prefix(64))', and the scope of the sign-in has \(known.isEmpty ? "nothing" : known)"
    }

    /// Returns the digest of the random part of a token.
    static func digest(_ random: String) -> String { Hexadecimal.sha256(of: random, octets: 16) }

    /// Returns the grant and the random part that a token names; `nil` if a text is not a token.
    static func parts(of token: String) -> (grant: String, random: String)? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(BrowserSession.isIdentifier) else { return nil }
        return (parts[0], parts[1])
    }

    /// Ends all grants of a provider that a closure selects, within a transaction.
    static func removeAll(
        at provider: String, in state: any StateWriting, where isMeant: (Grant) -> Bool
    ) throws {
        for name in try state.names(withPrefix: "\(keys)\(Data(provider.utf8).hexadecimal)/") {
            let key = StateKey<Grant>(name)
            guard let grant = try state.value(for: key), isMeant(grant) else { continue }
            try state.setValue(nil, for: key)
        }
    }

    var lapsesAt: Date { max(refresh == nil ? .distantPast : refreshEnds, access.map(\.ends).max() ?? .distantPast) }
}
