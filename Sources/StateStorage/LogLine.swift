import TVSimStructuredText

/// One line of a store's log.
package struct LogLine: Sendable {
    /// How many lines a store keeps, a few megabytes; older lines are removed.
    package static let mostKept = 10_000
    /// After how many lines a store on disk removes the oldest ones.
    package static let trimming = 500

    /// The numbers that lines have; a reader can count from each of them.
    private static let numbers = 1...Int.largestExact

    /// The line's number, from 1.
    package let number: Int
    private let content: Content

    private enum Content: Sendable {
        case text(String)
        case entry(any Encodable & Sendable)
    }

    /// Creates a line that is kept as JSON.
    package init(number: Int, text: String) {
        self.number = number
        content = .text(text)
    }

    /// Creates a line as a store keeps it, which may have been edited.
    ///
    /// - Throws: ``StateError`` if no line can have the number.
    package init(stored number: Int, text: String) throws {
        self.init(number: try Self.checked(number), text: text)
    }

    /// Returns the number of a stored line.
    ///
    /// - Throws: ``StateError`` if no line can have the number.
    package static func checked(_ number: Int) throws -> Int {
        guard numbers.contains(number) else {
            throw StateError(
                .malformedDocument,
                "an entry of the journal has the number \(number): expected a number from 1 to \(numbers.upperBound)")
        }
        return number
    }

    /// Creates a line that is kept as a value.
    package init(number: Int, entry: any Encodable & Sendable) {
        self.number = number
        content = .entry(entry)
    }

    /// Returns the logged value; `nil` if the store keeps only its JSON, or if it has another type.
    package func value<Value>(as type: Value.Type) -> Value? {
        switch content {
        case .text: nil
        case .entry(let entry): entry as? Value
        }
    }

    /// Returns the line as JSON; a store in memory encodes it at this call.
    package func text() throws -> String {
        switch content {
        case .text(let text): text
        case .entry(let entry): try DocumentCoding.encode(entry, in: nil)
        }
    }

    /// Checks that a line can hold an entry, which takes less time than to encode it.
    ///
    /// - Throws: ``StateError`` if it has a number that is not finite, or NaN as an instant.
    static func check(_ entry: some Encodable) throws { try DocumentCoding.check(entry, in: nil) }
}
