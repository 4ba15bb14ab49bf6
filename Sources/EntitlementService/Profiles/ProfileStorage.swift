import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Stores and deletes profiles, together with the documents that depend on them.
enum ProfileStorage {
    /// Stores a profile, deletes the decisions of the previous profile, and sweeps expired documents of other sign-ins.
    static func put(
        _ profile: EntitlementProfile, mvpd: MVPDID, holder: Holder, at now: Date, in state: any StateWriting,
        sweptBy sweeper: Sweeper
    ) throws {
        try sweeper.sweep(at: now, in: state)
        var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? StoredProfiles()
        shelf.put(profile, mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.profiles(holder))
        try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
        if let key = try traceKey(holder, mvpd: mvpd, in: state) {
            var trace = try state.value(for: key) ?? ProfileTrace(profile, by: holder.clientID)
            trace.obtained(profile, by: holder.clientID)
            try state.setValue(trace, for: key)
        }
    }

    /// Deletes a holder's profiles with an MVPD, the pending partner request and the decisions.
    ///
    /// The caller must delete the MVPD's session.
    ///
    /// - Returns: The deleted profiles.
    static func removeAll(mvpd: MVPDID, holder: Holder, in state: any StateWriting) throws -> [EntitlementProfile] {
        var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? StoredProfiles()
        let removed = shelf.remove(mvpd: mvpd)
        if !removed.isEmpty {
            try state.setValue(shelf.profiles.isEmpty ? nil : shelf, for: ServiceDocument.profiles(holder))
        }
        if var pending = try state.value(for: ServiceDocument.pending(holder)) {
            pending.remove(mvpd: mvpd)
            try state.setValue(pending.requests.isEmpty ? nil : pending, for: ServiceDocument.pending(holder))
        }
        if try state.value(for: ServiceDocument.decisions(holder, mvpd: mvpd)) != nil {
            try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
        }
        return removed
    }

    /// Adds attributes that an MVPD sent with a permit to a holder's profiles.
    ///
    /// Adobe Pass, User Metadata: some MVPDs send attributes, such as householdID, at the authorization only.
    static func learn(
        _ attributes: [String: [String]], of userID: UserID, mvpd: MVPDID, holder: Holder, at now: Date,
        in state: any StateWriting
    ) throws {
        guard !attributes.isEmpty, var shelf = try state.value(for: ServiceDocument.profiles(holder)) else { return }
        shelf.learn(AttributeValues.metadata(attributes), of: userID, mvpd: mvpd, at: now)
        try state.setValue(shelf, for: ServiceDocument.profiles(holder))
    }

    /// Deletes a holder's regular profile with an MVPD, and its decisions.
    static func removeRegular(mvpd: MVPDID, holder: Holder, in state: any StateWriting) throws {
        guard var shelf = try state.value(for: ServiceDocument.profiles(holder)) else { return }
        shelf.remove(.regular, mvpd: mvpd)
        try state.setValue(shelf.profiles.isEmpty ? nil : shelf, for: ServiceDocument.profiles(holder))
        try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
    }

    /// Returns the error that explains why a holder has no valid profile with an MVPD.
    ///
    /// The profile may be expired, invalidated by new client credentials, or missing. It is invalidated if another
    /// client of the same app still has a profile on this device. That client must have registered earlier, and this
    /// client must never have had a profile. A changed device identifier looks like a second device of the household,
    /// so the profile is then missing.
    ///
    /// - Note: See Differences, S-76.
    static func absence(
        mvpd: MVPDID, holder: Holder, shelf: StoredProfiles, at now: Date, in state: any StateReading
    ) throws -> EnhancedErrorCode {
        if shelf.hasLapsed(mvpd: mvpd, at: now) { return .authenticatedProfileExpired }
        guard let key = try traceKey(holder, mvpd: mvpd, in: state), let trace = try state.value(for: key),
            !trace.knows(holder.clientID), try registered(trace.holder, before: holder.clientID, in: state)
        else { return .authenticatedProfileMissing }
        let former = trace.holder
        let lost = try state.value(
            for: ServiceDocument.profiles(
                Holder(clientID: former, device: holder.device, serviceProvider: holder.serviceProvider)))
        return lost?.valid(mvpd: mvpd, at: now).isEmpty ?? true
            ? .authenticatedProfileMissing : .authenticatedProfileInvalidated
    }

    private static func registered(
        _ former: ClientID, before client: ClientID, in state: any StateReading
    ) throws -> Bool {
        let numbers = try [former, client].map { try state.value(for: ServiceDocument.client($0))?.number }
        guard let first = numbers[0], let second = numbers[1] else { return false }
        return first < second
    }

    /// Returns the key of the trace of an app's clients that obtained a profile; `nil` if the client is unknown.
    private static func traceKey(
        _ holder: Holder, mvpd: MVPDID, in state: any StateReading
    ) throws -> StateKey<ProfileTrace>? {
        try state.value(for: ServiceDocument.client(holder.clientID)).map { client in
            ServiceDocument.trace(
                of: client.software, on: holder.device, serviceProvider: holder.serviceProvider, mvpd: mvpd)
        }
    }
}
