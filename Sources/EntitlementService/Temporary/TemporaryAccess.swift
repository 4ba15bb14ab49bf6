import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StructuredText
import XMLSecurity

/// One person's trial of a temporary pass: it begins with the first permit.
struct TemporaryTrial: Codable, Sendable, Hashable {
    /// Identifies the trial.
    var id: String
    /// When the first permit was given; `nil`: not yet.
    var startedAt: Date?
    /// The resources that were permitted, in order; of a pass that opens any number none is remembered.
    var usedResources: [ResourceID] = []
}

/// Decides what a trial of a temporary pass is worth.
///
/// A pass opens any resource until its time is over; a promotional one opens a number of them, and those again and again.
///
/// spec entitlement § 1.10, § 2.7.
struct TemporaryAccess: Sendable {
    let trial: TemporaryTrial
    let limits: TempPass
    /// Whose profile it is: passes know a device, and nobody on it.
    let device: String
    let now: Date

    /// When the pass ends, counted from now on where nothing was permitted yet.
    var ends: Date {
        (trial.startedAt ?? now).addingTimeInterval(limits.duration)
    }

    /// How many more resources the pass opens; `nil`: any number.
    var remainingResources: Int? {
        limits.resources.map { max(0, $0 - trial.usedResources.count) }
    }

    /// Why nobody gets in any more; `nil`: the pass holds.
    var exhaustion: EnhancedErrorCode? {
        if trial.startedAt != nil, now >= ends { return .temporaryAccessDurationLimitExceeded }
        if remainingResources == 0 { return .temporaryAccessResourcesLimitExceeded }
        return nil
    }

    /// Why a resource may not be watched; `nil`: it may.
    func denial(of resource: ResourceID) -> EnhancedErrorCode? {
        switch exhaustion {
        case .temporaryAccessResourcesLimitExceeded? where trial.usedResources.contains(resource): nil
        case let code: code
        }
    }

    /// The trial after a resource was permitted.
    func permitting(_ resource: ResourceID) -> TemporaryTrial {
        var trial = trial
        trial.startedAt = trial.startedAt ?? now
        // Where any number may be opened nobody asks which were; else the limit bounds them.
        if limits.resources != nil, !trial.usedResources.contains(resource) {
            trial.usedResources.append(resource)
        }
        return trial
    }

    /// The user identifier: the documented prefix and forty hexadecimal digits, a hash of the device alone.
    ///
    /// All passes of a device have the same one: tracking data are documented to be of the device, for either kind of pass.
    var userID: UserID { "temppass_\(Hexadecimal.sha256(of: device, octets: 20))" }

    /// The profile that the pass gives.
    var profile: Profile {
        var attributes: [String: Profile.Attribute] = [
            "userID": .init(.string(userID.rawValue)), "expiration_date": .init(.integer(Milliseconds(ends).value)),
        ]
        if let remainingResources {
            attributes["remaining_resources"] = .init(.integer(Int64(remainingResources)))
            attributes["used_assets"] = .init(.array(trial.usedResources.map { .string($0.rawValue) }))
        }
        return Profile(
            notBefore: Milliseconds(trial.startedAt ?? now), notAfter: Milliseconds(ends),
            issuer: Profile.serviceIssuer, type: .temporary, attributes: attributes)
    }
}
