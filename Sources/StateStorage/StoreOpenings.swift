import NIOConcurrencyHelpers

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
