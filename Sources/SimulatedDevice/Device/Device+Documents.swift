import Foundation
import Settings
import SimulationCore
package import StateStorage

extension Device {
    /// The documents that a device keeps.
    package static let documents = RoomDocuments([
        .one(DeviceKey.settings), .one(DeviceKey.account), .one(DeviceKey.viewer), .one(DeviceKey.vendorIdentifiers),
        .each(appPrefix, appKey), .each(DeviceKey.keychainPrefix, DeviceKey.keychain),
    ])

    /// Finds what a device cannot hold, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document that has an account with a date that no command could give.
    package func check() throws {
        if let account = try account(), !account.isPossible {
            throw StateError(.malformedDocument, "the document '\(DeviceKey.account.name)': a date is out of reach")
        }
    }
}

extension SystemAccount {
    /// Whether its dates can be: it was made at an instant at which the clock can stand, and ends no further away from one
    /// than an offset reaches.
    fileprivate var isPossible: Bool {
        let reach = TimeText.longestDuration
        let range = SimulatedClock.range
        return range.contains(signedInAt)
            && expires.map {
                (range.lowerBound.addingTimeInterval(-reach)...range.upperBound.addingTimeInterval(reach)).contains($0)
            } ?? true
    }
}
