package import Foundation
package import TVSimStateStorage
import TVSimStructuredText

/// Removes expired documents, so that a device that is used for years stays small.
///
/// Code that adds a document calls the sweeper in the same transaction. Documents expire in simulated time, so a sweep
/// is due after a change of simulated time in either direction.
///
/// A transaction that fails after its sweep leaves the expired documents to the next sweep. If the store repeats it, it
/// does not sweep again, so that it reads fewer documents and conflicts with fewer transactions.
package final class Sweeper: Sendable {
    /// The simulated time between two sweeps, in seconds; the lifetime of a registration code.
    private static let interval: TimeInterval = 30 * 60
    /// How many documents one transaction removes at most, so that others do not wait long.
    static let most = 50

    /// The simulated time of this process's last complete sweep.
    private let swept = Locked<Date?>(nil)

    init() {}

    /// Removes expired documents if a sweep is due.
    ///
    /// - Parameters:
    ///   - now: The current simulated time.
    ///   - state: The transaction.
    /// - Throws: `StateError` if the state cannot be written.
    package func sweep(at now: Date, in state: any StateWriting) throws {
        let isDue = swept.withLockedValue { swept in
            if let last = swept, abs(now.timeIntervalSince(last)) < Self.interval { return false }
            swept = now
            return true
        }
        guard isDue, try state.removeLapsed(at: now, atMost: Self.most) == Self.most else { return }
        // The next transaction continues.
        swept.withLockedValue { $0 = nil }
    }
}
