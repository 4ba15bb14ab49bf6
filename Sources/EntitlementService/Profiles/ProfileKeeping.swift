import EntitlementAPI
import Foundation
import StateStorage

/// Puts profiles on a holder's shelf and takes them off, with what depends on them.
enum ProfileKeeping {
    /// Keeps a profile; decisions for the one before are forgotten.
    static func put(_ profile: Profile, mvpd: String, holder: Holder, in state: any StateWriting) throws {
        var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? ProfileShelf()
        shelf.put(profile, mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.profiles(holder))
        try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
        let trace = ProfileTrace(clientID: holder.clientID, fingerprint: holder.device.fingerprint)
        for key in traceKeys(holder, mvpd: mvpd) { try state.setValue(trace, for: key) }
    }

    /// Removes a holder's profiles with an MVPD, and what is pending or was decided, and returns the profiles.
    ///
    /// The MVPD's own session behind them is removed by whoever ends it.
    static func removeAll(mvpd: String, holder: Holder, in state: any StateWriting) throws -> [Profile] {
        var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? ProfileShelf()
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
        for key in traceKeys(holder, mvpd: mvpd) where try isTrace(of: holder, key, in: state) {
            try state.setValue(nil, for: key)
        }
        return removed
    }

    /// Says why a holder has no valid profile with an MVPD.
    ///
    /// A profile that lapsed is told from one that was lost with the client's credentials or the device's identifier, and
    /// both from none.
    static func absence(
        mvpd: String, holder: Holder, shelf: ProfileShelf, at now: Date, in state: any StateReading
    ) throws -> EnhancedErrorCode {
        if shelf.hasLapsed(mvpd: mvpd, at: now) { return .authenticatedProfileExpired }
        for key in traceKeys(holder, mvpd: mvpd) {
            if let trace = try state.value(for: key),
                !trace.isOf(holder)
            {
                return .authenticatedProfileInvalidated
            }
        }
        return .authenticatedProfileMissing
    }

    private static func traceKeys(_ holder: Holder, mvpd: String) -> [StateKey<ProfileTrace>] {
        [.client(holder.clientID), .device(holder.device.fingerprint)].map {
            ServiceDocument.trace($0, serviceProvider: holder.serviceProvider, mvpd: mvpd)
        }
    }

    private static func isTrace(
        of holder: Holder, _ key: StateKey<ProfileTrace>, in state: any StateReading
    ) throws -> Bool {
        try state.value(for: key)?.isOf(holder) ?? false
    }
}
