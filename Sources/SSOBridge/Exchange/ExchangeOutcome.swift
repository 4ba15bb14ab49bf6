package import EntitlementAPI
package import Foundation

/// What came of an exchange.
package struct ExchangeOutcome: Sendable {
    /// The end of an exchange.
    package enum Result: Sendable {
        /// The system-level account became a profile.
        case exchanged(ExchangedProfile)
        /// Something stood in the way.
        case stopped(ExchangeStop)
    }

    /// The conditions in their order, up to the first that does not hold.
    package let conditions: [ConditionFinding]
    /// What came of it.
    package let result: Result

    /// What there is to tell of it.
    package var report: ExchangeReport {
        guard case .stopped(let stop) = result else { return ExchangeReport(conditions: conditions) }
        return ExchangeReport(conditions: conditions, stop: stop)
    }
}

/// What there is to tell of an exchange, or of as much of one as was tried.
package struct ExchangeReport: Sendable, Equatable {
    /// The conditions in their order, up to the first that does not hold.
    package var conditions: [ConditionFinding]
    /// What stopped it; `nil` if it was not stopped, or did not come so far.
    package var stop: ExchangeStop?

    /// Creates a report.
    package init(conditions: [ConditionFinding], stop: ExchangeStop? = nil) {
        self.conditions = conditions
        self.stop = stop
    }
}

/// A profile that the service gave: for the system-level account, or for a sign-in at the MVPD's page.
package struct ExchangedProfile: Sendable, Hashable {
    /// The MVPD, as the entitlement service names it.
    package let mvpd: String
    /// The account provider identifier, as the device names it; `nil` where the device played no part.
    package let platformMappingID: String?
    /// The profile itself.
    package let profile: Profile
    /// When the service was asked for it; `nil` where that says nothing.
    package let asked: Date?

    /// Creates what the service gave.
    package init(mvpd: String, platformMappingID: String?, profile: Profile, asked: Date? = nil) {
        self.mvpd = mvpd
        self.platformMappingID = platformMappingID
        self.profile = profile
        self.asked = asked
    }
}
