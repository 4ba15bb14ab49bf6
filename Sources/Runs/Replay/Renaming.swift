import Foundation
import TVSimCore
import TVSimStructuredText

/// Which identifiers of a journal are which in a repeated one.
///
/// Each process draws its identifiers from a block of its own. A journal that several processes wrote has others than
/// the journal of its repetition in one process, but each identifier has exactly one counterpart.
struct Renaming {
    private var counterparts: [Substring: Substring] = [:]
    private var originals: [Substring: Substring] = [:]

    /// Whether some identifiers are others.
    var isNeeded: Bool { !counterparts.isEmpty }

    /// Returns whether two entries are the same, and learns the identifiers of the second one.
    mutating func matches(_ entry: JournalEntry, _ repeated: JournalEntry) -> Bool {
        guard entry != repeated else { return true }
        guard entry.at == repeated.at, entry.kind == repeated.kind, entry.verdict == repeated.verdict,
            entry.fault == repeated.fault, entry.retries == repeated.retries
        else { return false }
        guard let value = Self.value(of: entry), let other = Self.value(of: repeated) else { return false }
        return matches(value, other)
    }

    private static func value(of entry: JournalEntry) -> JSONValue? {
        try? JSONValue(json: JSONEncoder().encode(entry.decision))
    }

    /// Compares the leaves of two values; a key is never an identifier.
    private mutating func matches(_ value: JSONValue, _ repeated: JSONValue) -> Bool {
        switch (value, repeated) {
        case (.string(let text), .string(let other)):
            return matches(text, other)
        case (.array(let items), .array(let others)):
            return items.count == others.count && zip(items, others).allSatisfy { matches($0, $1) }
        case (.object(let members), .object(let others)):
            guard Set(members.map(\.key)) == Set(others.map(\.key)) else { return false }
            return members.sorted { $0.key < $1.key }.allSatisfy { matches($0.value, others[$0.key] ?? .null) }
        default:
            return value == repeated
        }
    }

    private mutating func matches(_ text: String, _ repeated: String) -> Bool {
        guard text != repeated else { return true }
        let words = text.split(whereSeparator: Self.isSeparator)
        let others = repeated.split(whereSeparator: Self.isSeparator)
        guard words.count == others.count, text.filter(Self.isSeparator) == repeated.filter(Self.isSeparator) else {
            return false
        }
        return zip(words, others).allSatisfy { word, other in
            if let known = counterparts[word] { return known == other }
            guard word != other else { return true }
            guard Self.areIdentifiers(word, other), originals[other] == nil else { return false }
            counterparts[word] = other
            originals[other] = word
            return true
        }
    }

    private static func isSeparator(_ character: Character) -> Bool {
        !character.isLetter && !character.isNumber && character != "-" && character != "_"
    }

    /// Returns whether two words can be identifiers of the same kind, and no words of a sentence or times.
    private static func areIdentifiers(_ word: Substring, _ other: Substring) -> Bool {
        func isDrawn(_ word: Substring) -> Bool {
            let isCode = word.allSatisfy { $0.isNumber || $0.isUppercase }
            return isCode || word.contains(where: \.isNumber) && TimeText.instant("\(word):00:00Z") == nil
        }
        return word.count >= 7 && word.count == other.count && isDrawn(word) && isDrawn(other)
    }
}
