import Foundation
import SimulationCore
package import StateStorage

extension Device {
    /// The documents that a device keeps.
    package static let documents = RoomDocuments([
        .one(DeviceKey.settings), .one(DeviceKey.providers), .one(DeviceKey.permissions), .one(DeviceKey.account),
        .one(DeviceKey.viewer), .one(DeviceKey.vendorIdentifiers), .each(appPrefix, of: AppRecord.self),
        .each(DeviceKey.keychainPrefix, of: [String: String].self),
    ])

    /// Finds what a device cannot hold, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document that speaks of an app that cannot be, of a provider twice, or of a
    ///   time that no command could give.
    package func check() throws {
        try Self.check(try settings().defaultBundleID, in: DeviceKey.settings.name)
        for bundleID in try permissions().keys.sorted() { try Self.check(bundleID, in: DeviceKey.permissions.name) }
        try RepeatedNames(document: DeviceKey.providers.name).check(try providers().map(\.identifier))
        if let account = try account(), !account.isPossible {
            throw StateError(.malformedDocument, "the document '\(DeviceKey.account.name)': a date is out of reach")
        }
        if case .signIn(_, let delay) = try viewer().secondScreen, !TimeText.isDuration(delay) {
            throw StateError(
                .malformedDocument, "the document '\(DeviceKey.viewer.name)': 'secondScreen.after' has a wrong value")
        }
    }

    private static func check(_ bundleID: String, in document: String) throws {
        guard !BundleID.isValid(bundleID) else { return }
        throw StateError(.malformedDocument, "the document '\(document)': \(BundleID.complaint(about: bundleID))")
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
