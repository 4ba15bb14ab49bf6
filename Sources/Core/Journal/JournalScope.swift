package import Foundation
import TVSimStructuredText

/// Learns which journal entries the current task records.
///
/// A server uses it to keep the request and the response that belong to an entry.
package final class JournalScope: Sendable {
    /// The witness of the current task; `nil` if no caller needs the numbers.
    @TaskLocal package static var current: JournalScope?

    /// The place of an entry: numbers are unique only within one opening of the store.
    package struct Place: Hashable, Sendable {
        /// The number of the store's opening.
        package let opening: Int
        /// The entry's number.
        package let number: Int

        /// Creates a place.
        package init(opening: Int, number: Int) {
            self.opening = opening
            self.number = number
        }
    }

    private let seen = Locked<[Place]>([])

    /// Creates a witness that has seen no entry.
    package init() {}

    /// The places of the recorded entries, in order.
    package var places: [Place] { seen.withLockedValue { $0 } }

    /// The simulated time of the last recorded entry; `nil` before the first.
    package var at: Date? { last.withLockedValue { $0 } }

    private let last = Locked<Date?>(nil)

    /// The longest time for which a fault holds back the answer, in seconds.
    package var delay: TimeInterval { held.withLockedValue { $0 } }

    private let held = Locked<TimeInterval>(0)

    func see(_ place: Place, at instant: Date) {
        seen.withLockedValue { $0.append(place) }
        last.withLockedValue { $0 = instant }
    }

    /// Learns that a fault holds back the answer.
    package func hold(for delay: TimeInterval) { held.withLockedValue { $0 = max($0, delay) } }
}
