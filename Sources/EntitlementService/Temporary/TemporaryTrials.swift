import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StateStorage

/// Finds the trial that a device, or a person on it, has of a temporary pass.
///
/// A basic pass belongs to the device. A promotional one belongs to device and person: whoever is known by one of them
/// goes on with the trial that is there, and becomes known by both.
struct TemporaryTrials {
    let holder: Holder
    let integration: Integration
    let limits: TempPass
    /// Who says to use the pass; always `nil` for a basic one.
    let person: String?

    /// Reads who asks for a pass; `nil` where the MVPD is none of temporary access.
    ///
    /// An endpoint that takes no identity passes over one that is sent.
    ///
    /// - Throws: ``Refusal`` when the pass can give no access, or when it is promotional and nobody is named.
    init?(_ request: ProtectedRequest, holder: Holder, integration: Integration, takingIdentity: Bool = true) throws {
        guard let limits = integration.tempPass else { return nil }
        guard limits.duration > 0, limits.resources.map({ $0 > 0 }) ?? true else {
            throw Refusal(
                .invalidConfigurationTemporaryAccess, "The pass '\(integration.mvpd)' gives no access at all.")
        }
        self.holder = holder
        self.integration = integration
        self.limits = limits
        guard limits.resources != nil, takingIdentity else {
            person = nil
            return
        }
        let identity = request.base.header(.temporaryIdentity).flatMap(TemporaryIdentity.init)
        person = identity?.person(underKey: limits.userInformationKey)
        if person == nil {
            let fault =
                identity == nil
                ? "is missing or no Base64" : "is an object without the key '\(limits.userInformationKey)'"
            throw Refusal(
                .invalidHeaderIdentityForTemporaryAccess,
                "The pass '\(integration.mvpd)' is promotional, and AP-TempPass-Identity \(fault).")
        }
    }

    /// Returns what every trial is worth by which somebody is known, that of the person first; a new one where there is none.
    ///
    /// Two that began apart may meet, the device's and the person's. Neither takes the place of the other, and whoever has
    /// used up either gets in no more: neither on that device nor under that name. spec entitlement § 1.10.
    func accesses(in state: any StateReading, at now: Date) throws -> [TemporaryAccess] {
        var ids: [String] = []
        for id in try names.compactMap({ try state.value(for: $0) }) where !ids.contains(id) { ids.append(id) }
        return try (ids.isEmpty ? [freshID] : ids).map { id in
            let trial = try state.value(for: place.trial(id)) ?? TemporaryTrial(id: id)
            return TemporaryAccess(trial: trial, limits: limits, device: holder.device.fingerprint, now: now)
        }
    }

    /// Returns what the pass is worth: one that is used up where there is one.
    func access(in state: any StateReading, at now: Date) throws -> TemporaryAccess {
        let accesses = try accesses(in: state, at: now)
        return accesses.first { $0.exhaustion != nil } ?? accesses[0]
    }

    /// Uses a resource in every trial, and lets the first be found by what led to none.
    func use(_ resource: ResourceID, in accesses: [TemporaryAccess], _ state: any StateWriting) throws {
        for access in accesses {
            let trial = access.permitting(resource)
            try state.setValue(trial, for: place.trial(trial.id))
        }
        for name in names where try state.value(for: name) == nil {
            try state.setValue(accesses[0].trial.id, for: name)
        }
    }

    private var place: TrialPlace { TrialPlace(serviceProvider: holder.serviceProvider, mvpd: integration.mvpd) }

    /// What the person is known by: their own name before the device's.
    private var names: [StateKey<String>] {
        [person.map(place.person), place.device(holder.device.fingerprint)].compactMap(\.self)
    }

    private var freshID: String {
        let parts = [holder.serviceProvider.rawValue, integration.mvpd.rawValue, person ?? holder.device.fingerprint]
        return Hexadecimal.sha256(of: parts.joined(separator: "\n"), octets: 20)
    }
}
