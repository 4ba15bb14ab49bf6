import NIOConcurrencyHelpers

/// Which log a reading is of, and where it begins: of two readings with one opening, equal numbers mean equal lines.
package struct LogOrigin: Sendable, Hashable {
    /// Which opening of a store this is, of all in this process: a file that was replaced is opened anew, and a store in
    /// memory is opened once.
    package let opening: Int
    /// The number of the oldest line that is kept; `nil`: there is none.
    package let first: Int?
}

/// Numbers the openings of stores in this process.
enum StoreOpenings {
    private static let count = NIOLockedValueBox(0)

    /// Returns the next number, which no other store has.
    static func next() -> Int {
        count.withLockedValue { count in
            count += 1
            return count
        }
    }
}
