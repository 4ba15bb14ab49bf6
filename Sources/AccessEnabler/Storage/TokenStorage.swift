import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText

/// What the SDK stores in the keychain that apps of one team share: one token for each requestor and MVPD, and the MVPD that
/// each app has selected.
///
/// Other apps change it too, between two requests to the service: each change reads and writes in one transaction.
struct TokenStorage: Codable, Sendable, Hashable {
    static let itemName = "AccessEnabler"

    /// Tokens by requestor, then MVPD.
    private(set) var tokens: [RequestorID: [MVPDID: StoredToken]] = [:]
    /// The MVPD of the last sign-in, by requestor: apps that have selected no other MVPD use its token.
    private(set) var lastSignIns: [RequestorID: MVPDID] = [:]
    /// The selection of each app, by app and requestor.
    private(set) var selections: [String: [RequestorID: Selection]] = [:]
    /// The profiles that the service must still remove, because it was not told that the token was dropped; by requestor and
    /// MVPD.
    private(set) var removals: [RequestorID: [MVPDID: Removal]] = [:]

    /// The selection of an app for a requestor.
    struct Selection: Codable, Sendable, Hashable {
        /// The MVPD; `nil` after a cancelled sign-in or a lost session, until the next sign-in.
        var mvpd: MVPDID?
    }

    /// The service that must remove a profile, and the app that owns the profile.
    struct Removal: Codable, Sendable, Hashable {
        /// The app that obtained it; `nil` if unknown: the app that asks then counts as the owner.
        var owner: String?
        /// The service's own address; `nil` for the vendor's.
        var service: String?
    }

    /// Reads an app's storage; empty if nothing is stored.
    static func load(of app: RunningApp) throws -> TokenStorage {
        let place = try app.device.sharedStorage(of: app.bundleID)
        return decoded(try app.device.keychainItem(itemName, of: place))
    }

    /// Changes an app's storage in one transaction.
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
            // Damaged data stays in place until there is something to store.
            return storage == before ? item : try storage.encoded()
        }
        guard let result else { preconditionFailure("the body of an update always runs") }
        return result
    }

    /// The storage in a keychain item; empty if the item is damaged, so that the user signs in again.
    private static func decoded(_ item: String?) -> TokenStorage {
        item.flatMap { WireCoding.value(TokenStorage.self, in: $0) } ?? TokenStorage()
    }

    private func encoded() throws -> String? {
        self == TokenStorage() ? nil : try WireCoding.text(self)
    }

    /// Whether a keychain item is a storage that can be read.
    static func isReadable(_ item: String) -> Bool {
        WireCoding.value(TokenStorage.self, in: item) != nil
    }

    /// Returns the token that authenticates an app's user for a requestor.
    ///
    /// This is the token of the MVPD that the app has selected. If that has no current token, or the app has selected none,
    /// it is the token of the last sign-in.
    func currentToken(of requestor: RequestorID, for app: String, at now: Date) -> StoredToken? {
        let selection = selections[app]?[requestor]
        if let selection, selection.mvpd == nil { return nil }
        let mvpds = [selection?.mvpd, lastSignIns[requestor]].compactMap { $0 }
        let kept = mvpds.compactMap { tokens[requestor]?[$0] }
        return kept.first { $0.isCurrent(at: now) } ?? kept.first
    }

    /// A current token and its requestor.
    struct Session {
        let requestor: RequestorID
        let token: StoredToken
    }

    /// Returns the sessions whose tokens have not expired, in a fixed order.
    func sessions(at now: Date) -> [Session] {
        tokens.sorted { $0.key < $1.key }.flatMap { requestor, kept in
            kept.sorted { $0.key < $1.key }.map { Session(requestor: requestor, token: $0.value) }
        }
        .filter { $0.token.isCurrent(at: now) }
    }

    /// Returns the MVPD that an app has selected for a requestor, or that of the last sign-in if it selected none.
    func selection(of requestor: RequestorID, for app: String) -> MVPDID? {
        if let selection = selections[app]?[requestor] { return selection.mvpd }
        return lastSignIns[requestor]
    }

    /// Selects an MVPD, or none, in one app; tokens and other apps' selections stay.
    mutating func select(_ mvpd: MVPDID?, for requestor: RequestorID, in app: String) {
        selections[app, default: [:]][requestor] = Selection(mvpd: mvpd)
    }

    /// Stores a token, and selects its MVPD in an app; apps whose selection was empty use it too.
    ///
    /// A temporary pass that the user has begun to use stays begun. The service's answer alone does not show that while the
    /// clock stands still.
    mutating func keep(_ token: StoredToken, for requestor: RequestorID, in app: String) {
        var token = token
        if let begun = tokens[requestor]?[token.mvpd], begun.source == .temporary, !begun.isProvisional,
            token.source == .temporary, token.expires == begun.expires
        {
            token.isProvisional = false
            token.authorizations = begun.authorizations
        }
        tokens[requestor, default: [:]][token.mvpd] = token
        settle(token.mvpd, of: requestor)
        lastSignIns[requestor] = token.mvpd
        selections = selections.compactMapValues { kept in
            let left = kept.filter { $0.key != requestor || $0.value.mvpd != nil }
            return left.isEmpty ? nil : left
        }
        select(token.mvpd, for: requestor, in: app)
    }

    /// Stores until when a resource may be watched; without a token for the MVPD this does nothing.
    ///
    /// Expired authorizations are removed.
    mutating func authorize(
        _ resource: ResourceID, until instant: Date, mvpd: MVPDID, of requestor: RequestorID, at now: Date
    ) {
        guard var token = tokens[requestor]?[mvpd] else { return }
        token.authorizations = token.authorizations.filter { now < $0.value }
        token.authorizations[resource] = instant
        if token.source == .temporary {
            // The first authorization begins the time of a pass; both tokens end together.
            token.isProvisional = false
            token.expires = instant
            if token.userMetadata["expiration_date"] != nil {
                token.userMetadata["expiration_date"] = .integer(Milliseconds(instant).value)
            }
        }
        tokens[requestor]?[mvpd] = token
    }

    /// Drops a token, and has the service remove its profile later; a token that replaced it meanwhile stays.
    mutating func discard(_ token: StoredToken, of requestor: RequestorID) {
        guard let kept = tokens[requestor]?[token.mvpd], kept.isOfTheSameSignIn(as: token) else { return }
        requestRemoval(of: token.mvpd, for: requestor)
        drop(token.mvpd, of: requestor)
    }

    /// Drops a token that has ended at the service, which has no profile to remove; a token that replaced it meanwhile stays.
    mutating func end(_ token: StoredToken, of requestor: RequestorID) {
        guard let kept = tokens[requestor]?[token.mvpd], kept.isOfTheSameSignIn(as: token) else { return }
        drop(token.mvpd, of: requestor)
    }

    /// Drops the token of an MVPD, if there is one, and has the service remove its profile later in any case.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD.
    ///   - requestor: The requestor.
    ///   - service: The address of the MVPD's service, if no token says it; `nil` for the vendor's.
    mutating func discard(_ mvpd: MVPDID, of requestor: RequestorID, at service: String?) {
        if let token = tokens[requestor]?[mvpd] {
            discard(token, of: requestor)
        } else if removals[requestor]?[mvpd] == nil {
            // An entry that is there already names the owner of the profile.
            removals[requestor, default: [:]][mvpd] = Removal(owner: nil, service: service)
        }
    }

    /// Drops every token that was obtained under another device identifier.
    ///
    /// - Returns: Whether any was dropped.
    mutating func dropTokens(notOf device: String) -> Bool {
        var hasDropped = false
        for (requestor, kept) in tokens {
            for (mvpd, token) in kept where token.device != device {
                drop(mvpd, of: requestor)
                hasDropped = true
            }
        }
        return hasDropped
    }

    /// Removes an MVPD from the list of profiles that the service must still remove; its token stays.
    mutating func settle(_ mvpd: MVPDID, of requestor: RequestorID) {
        removals[requestor]?[mvpd] = nil
        if removals[requestor]?.isEmpty == true { removals[requestor] = nil }
    }

    /// Drops every token and selection of every requestor, as logout does; the service must still be told.
    mutating func clear() {
        for (requestor, kept) in tokens {
            for mvpd in kept.keys { requestRemoval(of: mvpd, for: requestor) }
        }
        tokens = [:]
        lastSignIns = [:]
        selections = [:]
    }

    /// Has the service remove an MVPD's profile later, in the name of the app that obtained it.
    private mutating func requestRemoval(of mvpd: MVPDID, for requestor: RequestorID) {
        let token = tokens[requestor]?[mvpd]
        removals[requestor, default: [:]][mvpd] = Removal(owner: token?.owner, service: token?.service)
    }

    private mutating func drop(_ mvpd: MVPDID, of requestor: RequestorID) {
        tokens[requestor]?[mvpd] = nil
        if tokens[requestor]?.isEmpty == true { tokens[requestor] = nil }
        if lastSignIns[requestor] == mvpd { lastSignIns[requestor] = nil }
        // The session of another MVPD may be another user's: it does not replace a lost one.
        for (app, kept) in selections where kept[requestor]?.mvpd == mvpd { select(nil, for: requestor, in: app) }
    }
}
