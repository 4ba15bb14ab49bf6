import NIOConcurrencyHelpers

/// Numbers the openings of stores in this process.
enum OpeningNumber {
    private static let count = NIOLockedValueBox(0)

    /// Returns a number that no other store of this process has.
    static func next() -> Int {
        count.withLockedValue { count in
            count += 1
            return count
        }
    }
}
