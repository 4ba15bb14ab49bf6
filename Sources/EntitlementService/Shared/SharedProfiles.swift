import Foundation
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// The profiles that apps share for one user: the latest sign-in with each MVPD.
struct SharedProfiles: Codable, Sendable, Hashable, Lapsing {
    /// A shared sign-in.
    struct Entry: Codable, Sendable, Hashable {
        /// The profile of the sign-in.
        var profile: EntitlementProfile
        /// The service provider whose app obtained it.
        var serviceProvider: RequestorID
        /// The client of the sign-in.
        var clientID: ClientID
        /// The fingerprint of its device.
        var fingerprint: String
        /// The identifier of its assertion.
        var assertion: String
        /// Whether the MVPD has ended the session, which the service has not noticed yet; `nil` if not.
        var sessionHasEnded: Bool?

        /// Creates the entry of a holder's profile.
        init(_ profile: EntitlementProfile, by assertion: String, from holder: Holder) {
            self.profile = profile
            self.assertion = assertion
            serviceProvider = holder.serviceProvider
            (clientID, fingerprint) = (holder.clientID, holder.device.fingerprint)
        }

        /// The holder of the original profile.
        var holder: Holder {
            Holder(
                clientID: clientID, device: DeviceIdentifier(fingerprint: fingerprint), serviceProvider: serviceProvider
            )
        }
    }

    private(set) var entries: [MVPDID: Entry] = [:]

    /// Stores a sign-in, which replaces the MVPD's previous one.
    mutating func put(_ entry: Entry, mvpd: MVPDID) { entries[mvpd] = entry }

    /// Records that some MVPDs have ended a user's sessions.
    mutating func endSessions(of userID: UserID, with mvpds: Set<MVPDID>) {
        for mvpd in mvpds where entries[mvpd]?.profile.userID == userID { entries[mvpd]?.sessionHasEnded = true }
    }

    /// Removes a user's sign-ins with some MVPDs.
    mutating func forget(_ userID: UserID, with mvpds: Set<MVPDID>) {
        entries = entries.filter { !mvpds.contains($0.key) || $0.value.profile.userID != userID }
    }

    /// Removes the sign-in with an MVPD.
    fileprivate mutating func remove(mvpd: MVPDID) { entries[mvpd] = nil }

    /// Returns the profile with an integration's MVPD that a service provider's apps may use.
    ///
    /// If the MVPD needs a sign-in for each service provider, profiles of other service providers are not visible.
    func valid(_ integration: Integration, serviceProvider: RequestorID, at now: Date) -> EntitlementProfile? {
        guard let entry = entry(integration, serviceProvider: serviceProvider), entry.profile.isValid(at: now) else {
            return nil
        }
        return entry.profile
    }

    /// Returns the sign-in with an integration's MVPD that a service provider's apps share, even if it has expired.
    func entry(_ integration: Integration, serviceProvider: RequestorID) -> Entry? {
        entries[integration.mvpd].flatMap {
            !integration.authenticationPerRequestor || $0.serviceProvider == serviceProvider ? $0 : nil
        }
    }

    var lapsesAt: Date { entries.values.map(\.profile.notAfter.instant).max() ?? .distantPast }
}

/// The profiles that an app may see: its own on the device, and the shared profiles of its user.
struct ProfileSources: Sendable {
    /// The app's own profiles.
    var own: StoredProfiles
    /// The shared profiles of the user.
    var shared = SharedProfiles()
    /// The service provider of the request.
    var serviceProvider: RequestorID

    /// Reads the profiles.
    init(_ holder: Holder, sharing identity: SharedIdentity?, in state: any StateReading) throws {
        own = try state.value(for: ServiceDocument.profiles(holder)) ?? StoredProfiles()
        if let identity { shared = try state.value(for: ServiceDocument.shared(identity)) ?? SharedProfiles() }
        serviceProvider = holder.serviceProvider
    }

    /// Returns the shared profile with an integration's MVPD; `nil` for a platform's profile while single sign-on is
    /// off.
    func sharedProfile(_ integration: Integration, at now: Date) -> EntitlementProfile? {
        let profile = shared.valid(integration, serviceProvider: serviceProvider, at: now)
        return profile?.type == .platformSSO && !integration.singleSignOn ? nil : profile
    }
}

extension SharedProfiles {
    /// Shares a new regular profile with the other apps of its user.
    static func share(
        _ profile: EntitlementProfile, by assertion: String, mvpd: MVPDID, of identity: SharedIdentity,
        from holder: Holder,
        in state: any StateWriting
    ) throws {
        var shelf = try state.value(for: ServiceDocument.shared(identity)) ?? SharedProfiles()
        var shared = profile
        shared.type = identity.method.kind
        // Only the documentation's samples of shared profiles name the MVPD.
        shared.attributes["mvpd"] = EntitlementProfile.Attribute(.string(mvpd.rawValue))
        shelf.put(Entry(shared, by: assertion, from: holder), mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.shared(identity))
    }

    /// Ends the sharing of a sign-in, and deletes the regular profile that it came from.
    ///
    /// The regular profile stays if its app has signed in again since.
    ///
    /// - Returns: The shared profile and the holder whose own profile was deleted; `nil` if nothing was shared.
    static func end(
        _ integration: Integration, of identity: SharedIdentity, for serviceProvider: RequestorID,
        in state: any StateWriting
    ) throws -> (profile: EntitlementProfile, holder: Holder?)? {
        guard var shelf = try state.value(for: ServiceDocument.shared(identity)),
            let entry = shelf.entry(integration, serviceProvider: serviceProvider)
        else { return nil }
        shelf.remove(mvpd: integration.mvpd)
        try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: ServiceDocument.shared(identity))
        let holder = entry.holder
        guard
            try state.value(for: ServiceDocument.providerSession(holder, mvpd: integration.mvpd))?.proof
                == entry.assertion
        else { return (entry.profile, nil) }
        try ProfileStorage.removeRegular(mvpd: integration.mvpd, holder: holder, in: state)
        return (entry.profile, holder)
    }
}
