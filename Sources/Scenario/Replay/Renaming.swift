import Settings
import SimulationCore

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
        guard entry.at == repeated.at, entry.room == repeated.room, entry.fault == repeated.fault,
            entry.details.keys == repeated.details.keys
        else { return false }
        let texts = [\JournalEntry.event, \.outcome, \.reason].map { (entry[keyPath: $0], repeated[keyPath: $0]) }
        let details = entry.details.sorted { $0.key < $1.key }.map { ($0.value, repeated.details[$0.key] ?? "") }
        return (texts + details).allSatisfy { matches($0, $1) }
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
