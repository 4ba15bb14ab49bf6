import TVSimStructuredText

/// A cache of parsed texts, because the same tokens and certificates occur often.
///
/// A cached value must depend only on its text. The number and length of the texts are limited, because they come from
/// clients and from the configuration.
final class Readings<Value: Sendable>: Sendable {
    private struct Known: Sendable {
        var values: [ReadText: Value] = [:]
        var places: [ReadText] = []
    }

    /// The maximum number of entries.
    private let capacity: Int
    /// The maximum length of a cached text in bytes.
    private let longest: Int
    private let known = Locked(Known())

    init(capacity: Int = 1024, longest: Int = RequestLimits.headerValue) {
        (self.capacity, self.longest) = (capacity, longest)
    }

    /// Returns the cached value of a text; `nil` if the text is not cached.
    subscript(text: String) -> Value? { known.withLockedValue { $0.values[ReadText(text)] } }

    /// Caches a value unless the text is too long.
    ///
    /// A full cache replaces one entry, which the hash of the text selects. If more texts than fit occur in turn, some
    /// of them therefore stay. A queue would always remove the text that occurs next.
    func remember(_ value: Value, of text: String) {
        guard text.utf8.count <= longest else { return }
        let text = ReadText(text)
        known.withLockedValue { known in
            guard known.values.updateValue(value, forKey: text) == nil else { return }
            guard known.places.count >= capacity else { return known.places.append(text) }
            let place = Int(UInt(bitPattern: text.hashValue) % UInt(capacity))
            known.values[known.places[place]] = nil
            known.places[place] = text
        }
    }
}

/// A key of the cache.
private struct ReadText: Identifier {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
}
