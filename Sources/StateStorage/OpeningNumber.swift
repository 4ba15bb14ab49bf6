import TVSimStructuredText

/// Numbers the openings of stores in this process, so that they can be distinguished.
package enum OpeningNumber {
    private static let count = Locked(0)

    /// Returns a number that no other opening in this process has.
    package static func next() -> Int {
        count.withLockedValue { count in
            count += 1
            return count
        }
    }
}
