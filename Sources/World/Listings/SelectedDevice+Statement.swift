import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimStateStorage
package import TVSimStructuredText

extension SelectedDevice {
    /// Returns the software statement with which an app registers.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle identifier; `nil` for the device's default app.
    ///   - requestors: The requestors that the statement is limited to; `nil` for all.
    ///   - expires: When the statement expires.
    /// - Returns: The statement, with its number, expiry and revocation.
    /// - Throws: ``CommandError`` if the bundle identifier is invalid.
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
