package import Foundation
import NIOConcurrencyHelpers
package import StateStorage

/// Removes documents that have lapsed, so that a device that is used for years stays small.
///
/// Whatever adds a document of a kind sweeps the kind, in the same transaction. What lapses does so in simulated time, so
/// that a sweep is due when enough of that has passed, in whichever direction.
package final class Sweeper: Sendable {
    /// How much simulated time passes between two sweeps of a kind, in seconds: as long as a code holds.
    private static let interval: TimeInterval = 30 * 60

    /// When each kind was swept last by this process.
    private let swept = NIOLockedValueBox<[String: Date]>([:])

    init() {}

    /// Removes the documents of a kind that have lapsed, where that is due.
    ///
    /// - Parameters:
    ///   - prefix: What the names of the kind's documents begin with.
    ///   - now: The present simulated instant.
    ///   - state: The transaction.
    ///   - hasLapsed: Says of a document whether it means anything from now on.
    /// - Throws: `StateError` when the state cannot be read or written.
    package func sweep<Value: Codable & Sendable>(
        _ prefix: String, at now: Date, in state: any StateWriting, where hasLapsed: (Value) -> Bool
    ) throws {
        let isDue = swept.withLockedValue { swept in
            if let last = swept[prefix], abs(now.timeIntervalSince(last)) < Self.interval { return false }
            swept[prefix] = now
            return true
        }
        guard isDue else { return }
        for name in try state.names(withPrefix: prefix) {
            let key = StateKey<Value>(name)
            if let value = try state.value(for: key), hasLapsed(value) { try state.setValue(nil, for: key) }
        }
    }
}
