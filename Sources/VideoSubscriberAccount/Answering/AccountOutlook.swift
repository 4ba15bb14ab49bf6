import Foundation
import TVSimCore
package import TVSimDevice
import TVSimProviderMessages

/// What the framework would tell an app about access and account at this moment.
///
/// Nothing changes: no fault counts, no user is asked, and the journal records nothing.
package struct AccountOutlook: Sendable, Hashable {
    /// The access status.
    package let access: VSAccountAccessStatus
    /// The account's provider; `nil` if the framework would name none.
    package let provider: String?
    /// The expiration date that the framework would give; `nil` if it would give none.
    package let expires: Date?
    /// Whether the framework would name a provider whose account never expires, and therefore give no date.
    package let neverExpires: Bool

    /// Reads the device for an app that asks for the account without an interruption.
    ///
    /// - Throws: `StateError` if the device cannot be read.
    package init(of device: Device, for bundleID: String) throws {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        let situation = try device.situation(of: bundleID)
        let faced = MetadataDecision.Situation(
            situation, now: try device.simulation.clock.now(), hasDelegate: false)
        let decision = MetadataDecision.decide(MetadataWish(request), in: faced)
        access = situation.accessStatus
        guard case .answer(.account(let account)) = decision.action else {
            (provider, expires, neverExpires) = (nil, nil, false)
            return
        }
        (provider, expires) = (account.provider, account.expires)
        neverExpires = account.expires == nil && !faced.isExpired
    }
}

extension DeviceSnapshot {
    /// The access status of the app without a prompt; it is restricted without the entitlement for single sign-on.
    var accessStatus: VSAccountAccessStatus {
        app.singleSignOnEntitlement ? VSAccountAccessStatus(app.access) : .restricted
    }
}

extension MetadataDecision.Situation {
    /// Creates the situation of a request that has not asked anybody yet.
    init(_ snapshot: DeviceSnapshot, now: Date, hasDelegate: Bool) {
        self.init(
            settings: snapshot.settings, permission: snapshot.app.access,
            isEntitled: snapshot.app.singleSignOnEntitlement, account: snapshot.account,
            schemes: snapshot.provider?.schemes ?? [.saml], now: now, hasDelegate: hasDelegate)
    }
}
