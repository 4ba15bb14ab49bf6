import Identifiers
import NIOConcurrencyHelpers

/// A cache of parsed texts, because the same headers, tokens, paths and certificates occur often.
///
/// A cached value must depend only on its text. Clients choose the texts, so their number and length are limited.
final class Readings<Value: Sendable>: Sendable {
    /// The maximum number of entries, enough for the devices and apps that a process serves at a time.
    private let capacity: Int
    /// The maximum length of a cached text in bytes.
    private let longest: Int
    private let known = NIOLockedValueBox<[ReadText: Value]>([:])

    init(capacity: Int = 1024, longest: Int = RequestLimits.headerValue) {
        (self.capacity, self.longest) = (capacity, longest)
    }

    /// Returns the cached value of a text; `nil` if the text is not cached.
    subscript(text: String) -> Value? { known.withLockedValue { $0[ReadText(text)] } }

    /// Caches a value unless the text is too long.
    ///
    /// A full cache is cleared first.
    func remember(_ value: Value, of text: String) {
        guard text.utf8.count <= longest else { return }
        known.withLockedValue { known in
            if known.count >= capacity { known.removeAll() }
            known[ReadText(text)] = value
        }
    }

    /// Returns the cached value of a text, or parses and caches it; texts that cannot be parsed are not cached.
    func value<Failure: Error>(of text: String, _ read: (String) throws(Failure) -> Value?) throws(Failure) -> Value? {
        if let value = self[text] { return value }
        guard let value = try read(text) else { return nil }
        remember(value, of: text)
        return value
    }
}

/// A key of the cache.
private struct ReadText: Identifier {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}
