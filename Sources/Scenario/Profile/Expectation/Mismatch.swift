import TVSimSDKVocabulary

/// The differences between the received callbacks and the expected ones.
package struct Mismatch: Sendable, Hashable {
    /// One difference; callbacks are numbered from 1, in the order of their arrival.
    package enum Difference: Sendable, Hashable, CustomStringConvertible {
        case replaced(CallbackPattern, by: ReceivedCallback, number: Int)
        /// An expected callback is missing; `before` is the number of the next callback, or `nil` at the end.
        case missing(CallbackPattern, before: Int?)
        case unexpected(ReceivedCallback, number: Int)

        package var description: String {
            switch self {
            case .replaced(let expected, let found, let number):
                "callback \(number): expected \(expected.text), received \(found.text)"
                    + (expected.hasDifferentArgumentCount(from: found) ? " (each … matches one argument)" : "")
            case .missing(let expected, let next):
                "\(expected.text) is missing (\(next.map { "before callback \($0)" } ?? "at the end"))"
            case .unexpected(let found, let number):
                "callback \(number): unexpected \(found.text)"
            }
        }
    }

    /// A row of the comparison that found the differences.
    package enum Row: Sendable, Hashable {
        /// The callback is what the expected line says.
        case equal(CallbackPattern, ReceivedCallback, number: Int)
        case difference(Difference)
        /// The callback is compared with nothing.
        case unchecked(ReceivedCallback, number: Int)

        /// The number of the callback; `nil` if the row has none.
        private var number: Int? {
            switch self {
            case .equal(_, _, let number), .unchecked(_, let number): number
            case .difference(.replaced(_, _, let number)), .difference(.unexpected(_, let number)): number
            case .difference(.missing): nil
            }
        }

        /// Returns whether the callback of a number stands before this row.
        fileprivate func isAfter(_ other: Int) -> Bool { number.map { $0 > other } ?? false }
    }

    /// All expected lines and all callbacks, in their order.
    package let rows: [Row]
    /// The differences, from the first callback to the last; never empty.
    package let differences: [Difference]
    private let expected: [CallbackPattern]
    private let callbacks: [ReceivedCallback]

    /// Compares callbacks with the expected ones; `nil` if they do not differ.
    ///
    /// `sendTrackingData` is compared only if an expected line names it.
    package init?(expected: [CallbackPattern], callbacks: [ReceivedCallback]) {
        let namesTracking = expected.contains { $0.name == .sendTrackingData }
        let numbered = callbacks.enumerated().map { (number: $0.offset + 1, callback: $0.element) }
        let compared = numbered.filter { namesTracking || !$0.callback.isTracking }
        var rows = Alignment(patterns: expected, callbacks: compared).rows()
        differences = rows.compactMap { if case .difference(let difference) = $0 { difference } else { nil } }
        guard !differences.isEmpty else { return nil }
        for (number, callback) in numbered where !namesTracking && callback.isTracking {
            rows.insert(
                .unchecked(callback, number: number), at: rows.firstIndex { $0.isAfter(number) } ?? rows.endIndex)
        }
        self.rows = rows
        self.expected = expected
        self.callbacks = callbacks
    }

    /// Each difference as one sentence, followed by both lists.
    package var sentences: [String] {
        differences.map(\.description)
            + ["expected \(Self.list(expected.map(\.text))); received \(Self.list(callbacks.map(\.text)))"]
    }

    private static func list(_ lines: [String]) -> String {
        "[" + lines.joined(separator: ", ") + "]"
    }
}
