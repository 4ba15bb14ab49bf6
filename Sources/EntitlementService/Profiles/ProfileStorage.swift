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
