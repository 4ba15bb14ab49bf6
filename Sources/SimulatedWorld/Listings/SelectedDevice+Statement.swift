import EntitlementService
import Foundation
package import Settings
import SimulatedDevice
import SimulationCore
import StateStorage

extension SelectedDevice {
    /// Shows the software statement with which an app registers.
    ///
    /// - Parameters:
    ///   - bundleID: The app; `nil`: the device's own.
    ///   - requestors: Those that it may ask with it; `nil`: all.
    ///   - expires: Until when it may be used.
    /// - Returns: The statement, and what is known of it.
    /// - Throws: ``CommandError`` when no app can have the identifier.
    package func statement(
        of bundleID: String?, requestors: [String]? = nil, expires: Instant = .never
    ) throws -> StatementListing {
        let app = try bundleID ?? device.settings().defaultBundleID
        try BundleID.check(app)
        let end = expires.resolved(at: try now())
        let (number, isRevoked) = try store.read { state in
            (
                try SoftwareStatements.number(of: app, in: state),
                try SoftwareStatements.isRevoked(app: app, serviceProviders: requestors, in: state)
            )
        }
        return StatementListing(
            bundleID: app, number: number, requestors: requestors, expires: end.map(TimeText.format),
            revoked: isRevoked,
            statement: try world.softwareStatement(for: app, requestors: requestors, expires: end))
    }
}
