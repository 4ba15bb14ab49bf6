import Foundation
import TVSimEntitlementAPI
package import TVSimStateStorage
package import TVSimStructuredText

/// Sessions that an MVPD has ended, for example after a changed password.
///
/// The service learns of it when it asks the MVPD for a decision; a stored decision still holds. The profile and its
/// decisions are then deleted (Adobe Pass, Enhanced error codes, authorization_denied_by_session_invalidated; Single
/// Sign-On Service, step 5). With a notice, the service learns of it at once.
enum EndedSessions {
    /// Returns whether an MVPD has ended the session behind a holder's profile, or behind the one that its user shares.
    ///
    /// A valid profile of the holder comes before a shared one, because the user may have signed in again there.
    static func concern(
        mvpd: MVPDID, userID: UserID, holder: Holder, sharing identity: SharedIdentity?, at now: Date,
        in state: any StateReading
    ) throws -> Bool {
        if let shelf = try state.value(for: ServiceDocument.profiles(holder)),
            (shelf.profiles[mvpd] ?? []).contains(where: { $0.userID == userID })
        {
            if shelf.endedSessions?.contains(mvpd) == true { return true }
            if shelf.valid(mvpd: mvpd, at: now).contains(where: { $0.userID == userID }) { return false }
        }
        let entry = try identity.flatMap { try state.value(for: ServiceDocument.shared($0)) }?.entries[mvpd]
        return entry?.sessionHasEnded == true && entry?.profile.userID == userID
    }

    /// Deletes a holder's profile with its decisions, and what is shared of an ended session, after its end.
    static func remove(
        mvpd: MVPDID, userID: UserID, holder: Holder, sharing identity: SharedIdentity?, in state: any StateWriting
    ) throws {
        _ = try ProfileStorage.removeAll(mvpd: mvpd, holder: holder, in: state)
        try state.setValue(nil, for: ServiceDocument.providerSession(holder, mvpd: mvpd))
        guard let identity, var shelf = try state.value(for: ServiceDocument.shared(identity)),
            let entry = shelf.entries[mvpd], entry.sessionHasEnded == true || entry.holder == holder
        else { return }
        shelf.forget(userID, with: [mvpd])
        try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: ServiceDocument.shared(identity))
    }
}

extension EntitlementService {
    /// Ends the sessions of a user at the MVPDs of a TV provider, within a transaction.
    ///
    /// - Parameters:
    ///   - userID: The user.
    ///   - provider: The TV provider of the MVPDs.
    ///   - isNotified: Whether the service learns of it at once, and deletes the user's profiles and decisions on all
    ///     devices.
    ///   - state: The state to change.
    /// - Throws: `StateError` if the state cannot be read or written.
    package static func endSessions(
        of userID: UserID, at provider: ProviderID, isNotified: Bool, in state: any StateWriting
    ) throws {
        let mvpds = Set(
            try storedConfiguration(in: state).requestors.flatMap(\.integrations)
                .filter { $0.provider == provider }.map(\.mvpd))
        for name in try state.names(withPrefix: ServiceDocument.profileShelves) {
            let key = StateKey<StoredProfiles>(name)
            guard var shelf = try state.value(for: key) else { continue }
            let holder = name.dropFirst(ServiceDocument.profileShelves.count)
            for mvpd in mvpds where (shelf.profiles[mvpd] ?? []).contains(where: { $0.userID == userID }) {
                guard isNotified else {
                    shelf.endSession(mvpd: mvpd)
                    continue
                }
                _ = shelf.remove(mvpd: mvpd)
                let place = "\(holder)/\(ServiceDocument.digest(mvpd.rawValue))"
                try state.setValue(nil, for: StateKey<StoredDecisions>(ServiceDocument.decisionShelves + place))
                try state.setValue(nil, for: StateKey<MVPDSession>(ServiceDocument.providerSessions + place))
            }
            try state.setValue(shelf.profiles.isEmpty ? nil : shelf, for: key)
        }
        for name in try state.names(withPrefix: ServiceDocument.sharedShelves) {
            let key = StateKey<SharedProfiles>(name)
            guard var shelf = try state.value(for: key) else { continue }
            if isNotified { shelf.forget(userID, with: mvpds) } else { shelf.endSessions(of: userID, with: mvpds) }
            try state.setValue(shelf.entries.isEmpty ? nil : shelf, for: key)
        }
    }
}
