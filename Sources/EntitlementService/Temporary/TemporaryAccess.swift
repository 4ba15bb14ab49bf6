import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// A user's trial of a temporary pass; it starts with the first permit.
struct TemporaryTrial: Codable, Sendable, Hashable {
    /// The trial's identifier.
    var id: String
    /// The time of the first permit; `nil` before it.
    var startedAt: Date?
    /// The permitted resources, in order; empty for a pass without a resource limit.
    var usedResources: [ResourceID] = []
}

/// Decides what a trial of a temporary pass permits.
///
/// A basic pass permits any resource until it expires. A promotional pass permits a limited number of resources, each
/// any number of times; with the last one it is used up, until it is reset.
///
/// Adobe Pass, Temp Pass; Adobe Pass REST API V2, Profiles.
struct TemporaryAccess: Sendable {
    let trial: TemporaryTrial
    let limits: TempPass
    /// The device of the profile; the user identifier depends on the device only.
    let device: String
    let now: Date

    /// The end of the pass; before the first permit it is counted from now.
    var ends: Date {
        (trial.startedAt ?? now).addingTimeInterval(limits.duration)
    }

    /// The number of further resources that the pass permits; `nil` for any number.
    var remainingResources: Int? {
        limits.resources.map { max(0, $0 - trial.usedResources.count) }
    }

    /// The error of a pass that is used up; `nil` if the pass is valid.
    var exhaustion: EnhancedErrorCode? {
        if trial.startedAt != nil, now >= ends { return .temporaryAccessDurationLimitExceeded }
        if remainingResources == 0 { return .temporaryAccessResourcesLimitExceeded }
        return nil
    }

    /// What is used up, for a sentence about a pass.
    var exhaustionText: String {
        if exhaustion == .temporaryAccessResourcesLimitExceeded {
            return "its \(Naming.count(limits.resources ?? 0, "resource")) were permitted: "
                + Naming.list(trial.usedResources.map(\.rawValue))
        }
        let began = trial.startedAt.map {
            ", \(TimeText.format(duration: limits.duration)) after the first permit at \(TimeText.format($0))"
        }
        return "it ended at \(TimeText.format(ends))\(began ?? "")"
    }

    /// Returns the error of a denial; `nil` if the resource is permitted.
    func denial(of resource: ResourceID) -> EnhancedErrorCode? {
        switch exhaustion {
        case .temporaryAccessResourcesLimitExceeded?
        where limits.reopensUsedResources && trial.usedResources.contains(resource): nil
        case let code: code
        }
    }

    /// Returns the trial after a permit for a resource.
    func permitting(_ resource: ResourceID) -> TemporaryTrial {
        var trial = trial
        trial.startedAt = trial.startedAt ?? now
        // Resources are recorded only if they are limited; the limit then bounds the list.
        if limits.resources != nil, !trial.usedResources.contains(resource) {
            trial.usedResources.append(resource)
        }
        return trial
    }

    /// The user identifier: the documented prefix and forty hexadecimal digits, a hash of the device.
    ///
    /// All passes of a device share it, because the documentation describes tracking data per device for both kinds of
    /// pass.
    var userID: UserID { "temppass_\(Hexadecimal.sha256(of: device, octets: 20))" }

    /// The profile of the pass.
    var profile: EntitlementProfile {
        var attributes: [String: EntitlementProfile.Attribute] = [
            "userID": .init(.string(userID.rawValue)), "expiration_date": .init(.integer(Milliseconds(ends).value)),
        ]
        if let remainingResources {
            attributes["remaining_resources"] = .init(.integer(Int64(remainingResources)))
            attributes["used_assets"] = .init(.array(trial.usedResources.map { .string($0.rawValue) }))
        }
        return EntitlementProfile(
            notBefore: Milliseconds(trial.startedAt ?? now), notAfter: Milliseconds(ends),
            issuer: EntitlementProfile.serviceIssuer, type: .temporary, attributes: attributes)
    }
}
