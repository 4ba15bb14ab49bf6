import EntitlementAPI
import Foundation
import Identifiers
import StateStorage
import StructuredText
import XMLSecurity

/// What apps share of one person: the last sign-in with each MVPD.
struct SharedShelf: Codable, Sendable, Hashable {
    /// One sign-in.
    struct Entry: Codable, Sendable, Hashable {
        /// What it gave.
        var profile: Profile
        /// The service provider whose app obtained it.
        var serviceProvider: RequestorID
        /// The client that obtained it, on which device, and by which assertion; `nil` in what was shared before these were
        /// kept.
        var clientID: ClientID?
        var fingerprint: String?
        var assertion: String?

        /// Keeps a profile as what its holder shares.
        init(_ profile: Profile, by assertion: String, from holder: Holder) {
            self.profile = profile
            self.assertion = assertion
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

    private(set) var entries: [MVPDID: Entry] = [:]

    /// Whether nothing of it holds any more.
    func hasLapsed(at now: Date) -> Bool {
        entries.values.allSatisfy { $0.profile.notAfter.instant <= now }
    }

    /// Puts a sign-in in place of the MVPD's last.
    mutating func put(_ entry: Entry, mvpd: MVPDID) { entries[mvpd] = entry }

    /// Removes the sign-in with an MVPD.
    fileprivate mutating func remove(mvpd: MVPDID) { entries[mvpd] = nil }

    /// The profile with an integration's MVPD that a service provider's apps may use at an instant.
    ///
    /// Where the MVPD wants every service provider to sign in on its own, what another obtained is not shown.
    func valid(_ integration: Integration, serviceProvider: RequestorID, at now: Date) -> Profile? {
        guard let entry = entry(integration, serviceProvider: serviceProvider), entry.profile.isValid(at: now) else {
            return nil
        }
        return entry.profile
    }

    /// The sign-in with an integration's MVPD that a service provider's apps share, whether or not it still holds.
    fileprivate func entry(_ integration: Integration, serviceProvider: RequestorID) -> Entry? {
        entries[integration.mvpd].flatMap {
            !integration.authenticationPerRequestor || $0.serviceProvider == serviceProvider ? $0 : nil
        }
    }
}

/// The profiles that an app may be shown: its own on the device, and those of the person whom its token names.
struct ProfileSources: Sendable {
    /// What the app obtained itself.
    var own: ProfileShelf
    /// What apps share of the person.
    var shared = SharedShelf()
    /// The service provider that asks.
    var serviceProvider: RequestorID

    /// Reads what there is.
    init(_ holder: Holder, sharing identity: SharedIdentity?, in state: any StateReading) throws {
        own = try state.value(for: ServiceDocument.profiles(holder)) ?? ProfileShelf()
        if let identity { shared = try state.value(for: ServiceDocument.shared(identity)) ?? SharedShelf() }
        serviceProvider = holder.serviceProvider
    }

    /// The shared profile with an integration's MVPD, at an instant; none by a platform while single sign-on is off.
    func sharedProfile(_ integration: Integration, at now: Date) -> Profile? {
        let profile = shared.valid(integration, serviceProvider: serviceProvider, at: now)
        return profile?.type == .platformSSO && !integration.singleSignOn ? nil : profile
    }
}

extension SharedShelf {
    /// Shares a regular profile that somebody whom a token names has just obtained by an assertion.
    static func share(
        _ profile: Profile, by assertion: String, mvpd: MVPDID, of identity: SharedIdentity, from holder: Holder,
        in state: any StateWriting
    ) throws {
        var shelf = try state.value(for: ServiceDocument.shared(identity)) ?? SharedShelf()
        var shared = profile
        shared.type = identity.method.kind
        // The documentation's samples of shared profiles, and they alone, say with whom the person signed in.
        shared.attributes["mvpd"] = Profile.Attribute(.string(mvpd.rawValue))
        shelf.put(Entry(shared, by: assertion, from: holder), mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.shared(identity))
    }

    /// Ends the sharing of a sign-in that a service provider's apps see, and the regular profile from which it was shared,
    /// unless its app has obtained another one since.
    ///
    /// - Returns: What was shared, and whose own sign-in ended with it; `nil`: nothing was shared.
    static func end(
        _ integration: Integration, of identity: SharedIdentity, for serviceProvider: RequestorID,
        in state: any StateWriting
    ) throws -> (profile: Profile, holder: Holder?)? {
        guard var shelf = try state.value(for: ServiceDocument.shared(identity)),
            let entry = shelf.entry(integration, serviceProvider: serviceProvider)
        else { return nil }
        shelf.remove(mvpd: integration.mvpd)
        try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: ServiceDocument.shared(identity))
        guard let holder = entry.holder, let assertion = entry.assertion,
            try state.value(for: ServiceDocument.providerSession(holder, mvpd: integration.mvpd))?.assertion
                == assertion
        else { return (entry.profile, nil) }
        try ProfileKeeping.removeRegular(mvpd: integration.mvpd, holder: holder, in: state)
        return (entry.profile, holder)
    }
}
