import Foundation
import NIOConcurrencyHelpers

/// How long whoever needs a store waits for another process that holds it.
///
/// Writes take milliseconds: one who waits long waits for a process that does not let go.
package enum StatePatience {
    /// The seconds after which a task gives up: many, unless somebody else waits for the task.
    @TaskLocal package static var current: Double = 30

    /// What a task may wait with all its waits together; `nil`: each may be as long as any.
    @TaskLocal package static var budget: Budget?

    /// Seconds that are spent by waiting.
    package final class Budget: Sendable {
        private let milliseconds: NIOLockedValueBox<Int>

        /// Creates a budget that nothing was spent of.
        package init(seconds: Double) {
            milliseconds = NIOLockedValueBox(Int(seconds * 1000))
        }

        /// What is left, in seconds.
        package var left: Double { Double(milliseconds.withLockedValue { $0 }) / 1000 }

        /// Takes a pause, or what is left.
        fileprivate func take(_ pause: Int) -> Int {
            milliseconds.withLockedValue { left in
                let taken = min(left, pause)
                left -= taken
                return taken
            }
        }
    }

    /// The first pauses between two attempts, in milliseconds, and then always the last: as SQLite makes them itself.
    private static let pauses = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

    /// Decides when to try again.
    ///
    /// - Parameters:
    ///   - attempts: How many there were.
    ///   - limit: After how many seconds nobody waits any more.
    /// - Returns: The milliseconds until the next attempt; `nil`: there were enough.
    static func pause(after attempts: Int, within limit: TimeInterval) -> Int? {
        let beyond = max(0, attempts - pauses.count)
        let waited = pauses.prefix(attempts).reduce(0, +) + beyond * pauses[pauses.count - 1]
        let left = Int(limit * 1000) - waited
        guard left > 0 else { return nil }
        return min(left, pauses[min(attempts, pauses.count - 1)])
    }

    /// Waits for the next attempt; `false`: there were enough.
    static func wait(after attempts: Int) -> Bool {
        guard let wanted = pause(after: attempts, within: current) else { return false }
        let pause = budget?.take(wanted) ?? wanted
        guard pause > 0 else { return false }
        Thread.sleep(forTimeInterval: Double(pause) / 1000)
        return true
    }
}
