/// One line of a store's log.
package struct LogLine: Sendable {
    /// How many lines a store keeps, a few megabytes; older lines are removed.
    package static let mostKept = 10_000
    /// After how many lines a store on disk removes the oldest ones.
    package static let trimming = 500

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
