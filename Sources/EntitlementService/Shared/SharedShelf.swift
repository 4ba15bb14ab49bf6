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
        /// The client that obtained it, and on which device; `nil` in what was shared before that was kept.
        var clientID: String?
        var fingerprint: String?

        /// Keeps a profile as what its holder shares.
        init(_ profile: Profile, from holder: Holder) {
            self.profile = profile
            serviceProvider = holder.serviceProvider
            (clientID, fingerprint) = (holder.clientID, holder.device.fingerprint)
        }

        /// Whose own profile it was shared from; `nil`: not known.
        var holder: Holder? {
            guard let clientID, let fingerprint else { return nil }
            return Holder(
                clientID: clientID, device: DeviceIdentifier(fingerprint: fingerprint), serviceProvider: serviceProvider
            )
        }
    }

    private(set) var entries: [String: Entry] = [:]

    /// Whether nothing of it holds any more.
    func hasLapsed(at now: Date) -> Bool {
        entries.values.allSatisfy { $0.profile.notAfter.instant <= now }
    }

    /// Puts a sign-in in place of the MVPD's last.
    mutating func put(_ entry: Entry, mvpd: String) { entries[mvpd] = entry }

    /// Removes the sign-in with an MVPD, and returns it.
    mutating func remove(mvpd: String) -> Entry? { entries.removeValue(forKey: mvpd) }

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
        _ profile: Profile, mvpd: String, of identity: SharedIdentity, from holder: Holder, in state: any StateWriting
    ) throws {
        var shelf = try state.value(for: ServiceDocument.shared(identity)) ?? SharedShelf()
        var shared = profile
        shared.type = identity.method.kind
        shelf.put(Entry(shared, from: holder), mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.shared(identity))
    }

    /// Ends the sharing of a sign-in, and the sign-in from which it was shared, unless somebody has signed in there anew.
    ///
    /// - Returns: The profiles that are gone, and whose own one is among them; `nil`: nobody's.
    static func end(
        mvpd: String, of identity: SharedIdentity, in state: any StateWriting
    ) throws -> (removed: [Profile], holder: Holder?) {
        guard var shelf = try state.value(for: ServiceDocument.shared(identity)),
            let entry = shelf.remove(mvpd: mvpd)
        else { return ([], nil) }
        try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: ServiceDocument.shared(identity))
        guard let holder = entry.holder,
            let own = try state.value(for: ServiceDocument.profiles(holder))?.profiles[mvpd],
            own.contains(where: { $0.type == .regular && $0.isOfTheSameSignIn(as: entry.profile) })
        else { return ([entry.profile], nil) }
        return ([entry.profile] + (try ProfileKeeping.removeAll(mvpd: mvpd, holder: holder, in: state)), holder)
    }
}

extension Profile {
    /// Whether both came from one answer of the MVPD, whatever they are of.
    fileprivate func isOfTheSameSignIn(as other: Profile) -> Bool {
        (notBefore, notAfter, issuer) == (other.notBefore, other.notAfter, other.issuer)
            && attributes == other.attributes
    }
}
