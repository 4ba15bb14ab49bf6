package import Foundation
import NIOConcurrencyHelpers
package import StateStorage

/// Removes expired documents, so that a device that is used for years stays small.
///
/// Code that adds a document calls the sweeper in the same transaction. Documents expire in simulated time, so a sweep
/// is due after a change of simulated time in either direction.
///
/// A transaction that fails after its sweep leaves the expired documents to the next sweep. If the store repeats it, it
/// does not sweep again, so that it reads fewer documents and conflicts with fewer transactions.
package final class Sweeper: Sendable {
    /// The simulated time between two sweeps of a kind, in seconds; the lifetime of a registration code.
    private static let interval: TimeInterval = 30 * 60

    /// The simulated time of this process's last sweep of each kind.
    private let swept = NIOLockedValueBox<[String: Date]>([:])

    init() {}

    /// Removes the expired documents of a kind if a sweep is due.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the names of the kind's documents.
    ///   - now: The current simulated time.
    ///   - state: The transaction.
    ///   - hasLapsed: Returns whether a document is expired.
    /// - Throws: `StateError` if the state cannot be read or written.
    package func sweep<Value: Codable & Sendable>(
        _ prefix: String, at now: Date, in state: any StateWriting, where hasLapsed: (Value) -> Bool
    ) throws {
        let isDue = swept.withLockedValue { swept in
            if let last = swept[prefix], abs(now.timeIntervalSince(last)) < Self.interval { return false }
            swept[prefix] = now
            return true
        }
        guard isDue else { return }
        for (key, value) in try state.values(withPrefix: prefix, as: Value.self) where hasLapsed(value) {
            try state.setValue(nil, for: key)
        }
    }
}
