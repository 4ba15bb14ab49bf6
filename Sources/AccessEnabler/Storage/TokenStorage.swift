import EntitlementAPI
import Foundation
import SimulatedDevice
import StructuredText

/// What the SDK keeps in the keychain that apps of one team share: tokens in a bucket for each requestor and MVPD, and what
/// each app has selected among them.
///
/// Other apps change it too, between two questions to the service: every change is made to what is there then.
///
/// spec entitlement § 1.11.
struct TokenStorage: Codable, Sendable, Hashable {
    static let itemName = "AccessEnabler"
    /// How many resources a token remembers, as many as the service does: each may be a whole document.
    private static let mostAuthorizations = 256

    /// Tokens by requestor, then MVPD.
    private(set) var tokens: [String: [String: StoredToken]] = [:]
    /// The MVPD with which somebody signed in last, by requestor: its token is found by every app that has selected no other.
    private(set) var lastSignIns: [String: String] = [:]
    /// What each app has selected, by app and requestor.
    private(set) var selections: [String: [String: Selection]] = [:]
    /// The profiles that the service is to remove at the next chance, because the token went without a word to it; by
    /// requestor and MVPD.
    private(set) var removals: [String: [String: Removal]] = [:]

    /// What an app has selected for a requestor.
    struct Selection: Codable, Sendable, Hashable {
        /// The MVPD; `nil`: nobody, as after a sign-in that was cancelled or a session that was lost, until somebody signs in
        /// anew.
        var mvpd: String?
    }

    /// Where, and in whose name, a profile is to be removed.
    struct Removal: Codable, Sendable, Hashable {
        /// The app that obtained it; `nil`: whoever asks.
        var owner: String?
        /// The service's own address; `nil`: the usual service.
        var service: String?
    }

    /// Reads an app's storage; empty when there is none.
    static func load(of app: RunningApp) throws -> TokenStorage {
        let place = try app.device.sharedStorage(of: app.bundleID)
        return decoded(try app.device.keychainItem(itemName, of: place))
    }

    /// Changes an app's storage, with no other change in between.
    ///
    /// - Returns: What the body returns.
    @discardableResult
    static func update<Result>(of app: RunningApp, _ body: (inout TokenStorage) -> Result) throws -> Result {
        let place = try app.device.sharedStorage(of: app.bundleID)
        var result: Result?
        try app.device.updateKeychainItem(named: itemName, of: place) { item in
            let before = decoded(item)
            var storage = before
            result = body(&storage)
            // What cannot be read lies there until there is something to keep.
            return storage == before ? item : try storage.encoded()
        }
        guard let result else { preconditionFailure("the body of an update always runs") }
        return result
    }

    /// The storage that a keychain item holds.
    ///
    /// What another version left behind is as good as nothing: the person signs in again.
    private static func decoded(_ item: String?) -> TokenStorage {
        item.flatMap { try? JSONDecoder().decode(TokenStorage.self, from: Data($0.utf8)) } ?? TokenStorage()
    }

    private func encoded() throws -> String? {
        guard self != TokenStorage() else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Whether a keychain item is a storage that can be read.
    static func isReadable(_ item: String) -> Bool {
        (try? JSONDecoder().decode(TokenStorage.self, from: Data(item.utf8))) != nil
    }

    /// The token by which an app's person is authenticated for a requestor: that of the MVPD that the app has selected, and
    /// where that has none that holds, or the app has selected none, that of the last sign-in.
    func currentToken(of requestor: String, for app: String, at now: Date) -> StoredToken? {
        let selection = selections[app]?[requestor]
        if let selection, selection.mvpd == nil { return nil }
        let mvpds = [selection?.mvpd, lastSignIns[requestor]].compactMap { $0 }
        let kept = mvpds.compactMap { tokens[requestor]?[$0] }
        return kept.first { $0.holds(at: now) } ?? kept.first
    }

    /// A token that counts, and whose it is.
    struct Session {
        let requestor: String
        let token: StoredToken
    }

    /// The sessions whose tokens have not expired, in a fixed order.
    func sessions(at now: Date) -> [Session] {
        tokens.sorted { $0.key < $1.key }.flatMap { requestor, kept in
            kept.sorted { $0.key < $1.key }.map { Session(requestor: requestor, token: $0.value) }
        }
        .filter { $0.token.holds(at: now) }
    }

    /// The MVPD that an app has selected for a requestor, or with which somebody has signed in where it selected none.
    func selection(of requestor: String, for app: String) -> String? {
        if let selection = selections[app]?[requestor] { return selection.mvpd }
        return lastSignIns[requestor]
    }

    /// Selects an MVPD, or nobody, in one app; tokens stay in their buckets, and other apps keep theirs.
    mutating func select(_ mvpd: String?, for requestor: String, in app: String) {
        selections[app, default: [:]][requestor] = Selection(mvpd: mvpd)
    }

    /// Keeps a token in its bucket, and selects its MVPD in an app; apps that had selected nobody find it too.
    ///
    /// A pass that has begun goes on: while the clock stands, the service's answer looks like that of one that has not.
    mutating func keep(_ token: StoredToken, for requestor: String, in app: String) {
        var token = token
        if let begun = tokens[requestor]?[token.mvpd], begun.source == .temporary, begun.isProvisional != true,
            token.source == .temporary, token.expires == begun.expires
        {
            token.isProvisional = nil
            token.authorizations = begun.authorizations
        }
        tokens[requestor, default: [:]][token.mvpd] = token
        strike(token.mvpd, of: requestor)
        lastSignIns[requestor] = token.mvpd
        selections = selections.compactMapValues { kept in
            let left = kept.filter { $0.key != requestor || $0.value.mvpd != nil }
            return left.isEmpty ? nil : left
        }
        select(token.mvpd, for: requestor, in: app)
    }

    /// Keeps until when a resource may be watched; without a token for the MVPD nothing is kept.
    ///
    /// What is over goes, and of too many those that end first.
    mutating func authorize(
        _ resource: String, until instant: Date, mvpd: String, of requestor: String, at now: Date
    ) {
        guard var token = tokens[requestor]?[mvpd] else { return }
        let key = resource.exactKey
        var kept = (token.authorizations ?? [:]).filter { $0.key != key && now < $0.value }
        // Of those that end together the one goes whose resource comes first: a run is to be repeatable.
        if kept.count >= Self.mostAuthorizations,
            let first = kept.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        {
            kept[first.key] = nil
        }
        kept[key] = instant
        token.authorizations = kept
        if token.source == .temporary {
            // The first authorization begins the time of a pass; both tokens end together.
            token.isProvisional = nil
            token.expires = instant
            if token.userMetadata["expiration_date"] != nil {
                token.userMetadata["expiration_date"] = .integer(Milliseconds(instant).value)
            }
        }
        tokens[requestor]?[mvpd] = token
    }

    /// Drops a token and remembers that the service has not heard of it; one that has taken its place meanwhile stays.
    mutating func discard(_ token: StoredToken, of requestor: String) {
        guard let kept = tokens[requestor]?[token.mvpd], kept.isOfTheSameSignIn(as: token) else { return }
        requestRemoval(of: token.mvpd, for: requestor)
        drop(token.mvpd, of: requestor)
    }

    /// Drops a token whose time the service says is over, and which it need not be told of; one that has taken its place
    /// meanwhile stays.
    mutating func end(_ token: StoredToken, of requestor: String) {
        guard let kept = tokens[requestor]?[token.mvpd], kept.isOfTheSameSignIn(as: token) else { return }
        drop(token.mvpd, of: requestor)
    }

    /// Drops whatever stands for a sign-in with an MVPD, and has the service drop its profile at the next chance, whether or
    /// not there is a token of it.
    ///
    /// Without a token, `service` is told: the address of the MVPD's service, `nil` the usual one.
    mutating func discard(_ mvpd: String, of requestor: String, at service: String?) {
        if let token = tokens[requestor]?[mvpd] {
            discard(token, of: requestor)
        } else if removals[requestor]?[mvpd] == nil {
            // Whoever is on the list already is the one who obtained the profile.
            removals[requestor, default: [:]][mvpd] = Removal(owner: nil, service: service)
        }
    }

    /// Drops every token that was obtained under another device identifier; one that does not say under which stays.
    ///
    /// - Returns: Whether any went.
    mutating func dropTokens(notOf device: String) -> Bool {
        var hasDropped = false
        for (requestor, kept) in tokens {
            for (mvpd, token) in kept where token.device.map({ $0 != device }) ?? false {
                drop(mvpd, of: requestor)
                hasDropped = true
            }
        }
        return hasDropped
    }

    /// Notes that the service has removed profiles.
    ///
    /// A token that was obtained meanwhile is on no list any more, and stays.
    mutating func settle(_ removed: some Collection<String>, of requestor: String) {
        for mvpd in removed { strike(mvpd, of: requestor) }
    }

    /// Takes an MVPD off the list of profiles that are to be removed.
    private mutating func strike(_ mvpd: String, of requestor: String) {
        removals[requestor]?[mvpd] = nil
        if removals[requestor]?.isEmpty == true { removals[requestor] = nil }
    }

    /// Drops every token and selection of every requestor, as logout does; the service is still to hear of each.
    mutating func clear() {
        for (requestor, kept) in tokens {
            for mvpd in kept.keys { requestRemoval(of: mvpd, for: requestor) }
        }
        tokens = [:]
        lastSignIns = [:]
        selections = [:]
    }

    /// Has the service drop an MVPD's profile at the next chance, in the name of whoever obtained it.
    private mutating func requestRemoval(of mvpd: String, for requestor: String) {
        let token = tokens[requestor]?[mvpd]
        removals[requestor, default: [:]][mvpd] = Removal(owner: token?.owner, service: token?.service)
    }

    private mutating func drop(_ mvpd: String, of requestor: String) {
        tokens[requestor]?[mvpd] = nil
        if tokens[requestor]?.isEmpty == true { tokens[requestor] = nil }
        if lastSignIns[requestor] == mvpd { lastSignIns[requestor] = nil }
        // The session of another MVPD may be another person's: it does not take the place of one that is lost.
        for (app, kept) in selections where kept[requestor]?.mvpd == mvpd { select(nil, for: requestor, in: app) }
    }
}
