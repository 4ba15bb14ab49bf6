import SimulationCore
import StateStorage

/// What the device says to one app, as of one moment: what another process changes meanwhile is in it whole or not at all.
package struct DeviceSituation: Sendable {
    /// What the device is.
    package let settings: DeviceSettings
    /// What the device knows of the app.
    package let app: AppRecord
    /// The system-level account, expired or not; `nil`: nobody is signed in.
    package let account: SystemAccount?
    /// The account's provider; `nil`: there is no account, or the device knows no such provider.
    package let provider: KnownProvider?
}

extension Device {
    /// Returns what the device says to an app at this moment.
    package func situation(of bundleID: String) throws -> DeviceSituation {
        try simulation.store.read { state in
            let account = try state.value(for: DeviceKey.account)
            return DeviceSituation(
                settings: try state.value(for: DeviceKey.settings) ?? DeviceSettings(),
                app: try Self.app(bundleID, in: state),
                account: account,
                provider: try account.flatMap { account in
                    try providerConnection.providers(in: state).first { $0.identifier == account.provider }
                })
        }
    }
}
