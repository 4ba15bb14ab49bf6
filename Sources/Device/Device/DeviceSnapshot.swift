package import Foundation
import TVSimCore
package import TVSimProviderMessages
import TVSimStateStorage

/// The state of the device for one app, read in one transaction.
///
/// It contains all or nothing of a change by another process.
package struct DeviceSnapshot: Sendable {
    /// The device's settings.
    package let settings: DeviceSettings
    /// The device's record of the app.
    package let app: AppRecord
    /// The system-level account, expired or not; `nil` if no user is signed in.
    package let account: SystemAccount?
    /// The account's provider; `nil` if no user is signed in or the device does not know the provider.
    package let provider: KnownProvider?

    /// Returns whether the account's authentication has expired at an instant, or a developer switch simulates that.
    package func isAccountExpired(at instant: Date) -> Bool {
        account.map { settings.developer.simulateExpiredToken || $0.isExpired(at: instant) } ?? false
    }
}

extension Device {
    /// Returns the current state of the device for an app.
    package func situation(of bundleID: String) throws -> DeviceSnapshot {
        try simulation.store.read { state in
            let account = try state.value(for: DeviceKey.account)
            return DeviceSnapshot(
                settings: try state.value(for: DeviceKey.settings) ?? DeviceSettings(),
                app: try Self.app(bundleID, in: state),
                account: account,
                provider: try account.flatMap { account in
                    try providerConnection.providers(in: state).first { $0.identifier == account.provider }
                })
        }
    }
}
