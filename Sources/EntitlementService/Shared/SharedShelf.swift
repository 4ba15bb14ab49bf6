import EntitlementAPI
import Foundation
import StateStorage
import XMLSecurity

/// What apps share of one person: the last sign-in with each MVPD.
struct SharedShelf: Codable, Sendable, Hashable {
    /// One sign-in.
    struct Entry: Codable, Sendable, Hashable {
        /// What it gave.
        var profile: Profile
        /// The service provider whose app obtained it.
        var serviceProvider: String
    }

    private(set) var entries: [String: Entry] = [:]

    /// Whether nothing of it holds any more.
    func hasLapsed(at now: Date) -> Bool {
        entries.values.allSatisfy { $0.profile.notAfter.instant <= now }
    }

    /// Puts a sign-in in place of the MVPD's last.
    mutating func put(_ entry: Entry, mvpd: String) { entries[mvpd] = entry }

    /// Removes the sign-in with an MVPD, and returns what it gave.
    mutating func remove(mvpd: String) -> Profile? { entries.removeValue(forKey: mvpd)?.profile }

    /// The profile with an integration's MVPD that a service provider's apps may use at an instant.
    ///
    /// Where the MVPD wants every service provider to sign in on its own, what another obtained is not shown.
    func valid(_ integration: Integration, serviceProvider: String, at now: Date) -> Profile? {
        guard let entry = entries[integration.mvpd], entry.profile.isValid(at: now),
            !integration.authenticationPerRequestor || entry.serviceProvider.isExactly(serviceProvider)
        else { return nil }
        return entry.profile
    }
}

/// The profiles that an app may be shown: its own on the device, and those of the person whom its token names.
struct ProfileSources: Sendable {
    /// What the app obtained itself.
    var own: ProfileShelf
    /// What apps share of the person.
    var shared = SharedShelf()
    /// The service provider that asks.
    var serviceProvider: String

    /// Reads what there is.
    init(_ holder: Holder, sharing identity: SharedIdentity?, in state: any StateReading) throws {
        own = try state.value(for: ServiceDocument.profiles(holder)) ?? ProfileShelf()
        if let identity { shared = try state.value(for: ServiceDocument.shared(identity)) ?? SharedShelf() }
        serviceProvider = holder.serviceProvider
    }

    /// The shared profile with an integration's MVPD, at an instant.
    func sharedProfile(_ integration: Integration, at now: Date) -> Profile? {
        shared.valid(integration, serviceProvider: serviceProvider, at: now)
    }
}

extension SharedShelf {
    /// Shares a regular profile that somebody whom a token names has just obtained.
    static func share(
        _ profile: Profile, mvpd: String, of identity: SharedIdentity, serviceProvider: String,
        in state: any StateWriting
    ) throws {
        var shelf = try state.value(for: ServiceDocument.shared(identity)) ?? SharedShelf()
        var shared = profile
        shared.type = identity.method.kind
        shelf.put(.init(profile: shared, serviceProvider: serviceProvider), mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.shared(identity))
    }

    /// Ends the sharing of a sign-in, and returns the profile that it gave.
    static func end(mvpd: String, of identity: SharedIdentity, in state: any StateWriting) throws -> Profile? {
        guard var shelf = try state.value(for: ServiceDocument.shared(identity)),
            let removed = shelf.remove(mvpd: mvpd)
        else { return nil }
        try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: ServiceDocument.shared(identity))
        return removed
    }
}
