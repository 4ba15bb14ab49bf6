import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StateStorage
import XMLSecurity

/// Puts profiles on a holder's shelf and takes them off, with what depends on them.
enum ProfileKeeping {
    /// Keeps a profile; decisions for the one before are forgotten, and so is what nobody needs of other sign-ins.
    static func put(
        _ profile: Profile, mvpd: MVPDID, holder: Holder, at now: Date, in state: any StateWriting,
        sweptBy sweeper: Sweeper
    ) throws {
        try sweeper.sweepSignIns(at: now, in: state)
        var shelf = try state.value(for: ServiceDocument.profiles(holder)) ?? ProfileShelf()
        shelf.put(profile, mvpd: mvpd)
        try state.setValue(shelf, for: ServiceDocument.profiles(holder))
        try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
        if let key = try traceKey(holder, mvpd: mvpd, in: state) {
            var trace = try state.value(for: key) ?? ProfileTrace(holder: holder.clientID)
            trace.obtained(profile, by: holder.clientID)
            try state.setValue(trace, for: key)
        }
    }

    /// Removes a holder's profiles with an MVPD, and what is pending or was decided, and returns the profiles.
    ///
    /// The MVPD's own session behind them is removed by whoever ends it.
    static func removeAll(mvpd: MVPDID, holder: Holder, in state: any StateWriting) throws -> [Profile] {
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
        return removed
    }

    /// Removes a holder's regular profile with an MVPD, and what was decided.
    static func removeRegular(mvpd: MVPDID, holder: Holder, in state: any StateWriting) throws {
        guard var shelf = try state.value(for: ServiceDocument.profiles(holder)) else { return }
        shelf.remove(.regular, mvpd: mvpd)
        try state.setValue(shelf.profiles.isEmpty ? nil : shelf, for: ServiceDocument.profiles(holder))
        try state.setValue(nil, for: ServiceDocument.decisions(holder, mvpd: mvpd))
    }

    /// Says why a holder has no valid profile with an MVPD.
    ///
    /// A profile that lapsed is told from one that was lost with the client's credentials, and both from none. It was lost
    /// when the same app, which registered before this client, still holds one on this device, and this client has never
    /// had one. A device identifier that changed cannot be told from a second device of the household: there is none then.
    ///
    /// - Note: See Differences, S-76.
    static func absence(
        mvpd: MVPDID, holder: Holder, shelf: ProfileShelf, at now: Date, in state: any StateReading
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

    /// Where it is kept which clients of an app obtained a profile with an MVPD on a device; `nil`: no client is known.
    private static func traceKey(
        _ holder: Holder, mvpd: MVPDID, in state: any StateReading
    ) throws -> StateKey<ProfileTrace>? {
        try state.value(for: ServiceDocument.client(holder.clientID)).map { client in
            ServiceDocument.trace(
                of: client.software, on: holder.device, serviceProvider: holder.serviceProvider, mvpd: mvpd)
        }
    }
}

extension Sweeper {
    /// Removes what is kept of sign-ins that nobody asks about any more: profiles, who had them, what was shared, and the
    /// MVPDs' sessions behind them.
    fileprivate func sweepSignIns(at now: Date, in state: any StateWriting) throws {
        try sweep(ServiceDocument.profileShelves, at: now, in: state) { (shelf: ProfileShelf) in
            shelf.isForgotten(at: now)
        }
        try sweep(ServiceDocument.traces, at: now, in: state) { (trace: ProfileTrace) in trace.isForgotten(at: now) }
        try sweep(ServiceDocument.sharedShelves, at: now, in: state) { (shelf: SharedShelf) in
            shelf.hasLapsed(at: now)
        }
        try sweep(ServiceDocument.providerSessions, at: now, in: state) { (session: ProviderSession) in
            session.notAfter.map { $0 <= now } ?? false
        }
    }
}
