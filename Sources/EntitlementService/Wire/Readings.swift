import Identifiers
import NIOConcurrencyHelpers

/// What was read from a text before: headers, tokens, paths and certificates come again and again as the same text.
///
/// Only what depends on the text alone may be kept here. Whoever may send texts fills it: how many are kept is limited, and
/// how long they are.
final class Readings<Value: Sendable>: Sendable {
    /// How many are remembered: enough for the devices and apps that a process serves at a time.
    private let capacity: Int
    /// How many octets a text has at most that is remembered.
    private let longest: Int
    private let known = NIOLockedValueBox<[ReadText: Value]>([:])

    init(capacity: Int = 1024, longest: Int = RequestLimits.headerValue) {
        (self.capacity, self.longest) = (capacity, longest)
    }

    /// Returns what a text was read as; `nil` when it was not read, or is forgotten.
    subscript(text: String) -> Value? { known.withLockedValue { $0[ReadText(text)] } }

    /// Remembers what a text was read as, unless it is too long; when there are too many, all are forgotten.
    func remember(_ value: Value, of text: String) {
        guard text.utf8.count <= longest else { return }
        known.withLockedValue { known in
            if known.count >= capacity { known.removeAll() }
            known[ReadText(text)] = value
        }
    }

    /// Returns what a text means, and reads it the first time; what cannot be read is not remembered.
    func value<Failure: Error>(of text: String, _ read: (String) throws(Failure) -> Value?) throws(Failure) -> Value? {
        if let value = self[text] { return value }
        guard let value = try read(text) else { return nil }
        remember(value, of: text)
        return value
    }
}

/// A text that was read.
private struct ReadText: Identifier {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}
