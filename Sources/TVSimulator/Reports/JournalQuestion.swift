import SimulationCore

/// Which decisions are asked for.
package struct JournalQuestion: Sendable, Hashable {
    /// Only those with a higher number.
    package var after: Int
    /// Only those whose line holds this text; `nil`: all.
    let contains: String?
    /// How many are shown.
    let limit: Int
    /// The words of that text, which stand in the JSON of every decision that it finds.
    private let words: [[UInt8]]

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - after: The number of the last decision that is known; 0: none is.
    ///   - contains: A text that the line must hold; `nil` or empty: any line does.
    ///   - limit: How many are shown.
    package init(after: Int, contains: String?, limit: Int) {
        // Every line holds the empty text.
        let contains = contains.flatMap { $0.isEmpty ? nil : $0 }
        self.after = after
        self.contains = contains
        self.limit = limit
        words = (contains ?? "").split { !Self.isPlain($0) }.map { Array($0.utf8) }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Whether a decision may be one of those, by its JSON: most are not, and need not be decoded to know it.
    ///
    /// JSON writes some characters otherwise than the line does: where it holds any of those, anything may be.
    func mayFind(_ json: String) -> Bool {
        guard !words.isEmpty else { return true }
        var json = json
        return json.withUTF8 { json in
            words.allSatisfy { Self.holds(json, $0) }
                || !json.allSatisfy { (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\\") }
        }
    }

    private static func holds(_ text: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
        guard text.count >= word.count else { return false }
        return (0...(text.count - word.count)).contains { start in
            text[start] == word[0] && text[start..<(start + word.count)].elementsEqual(word)
        }
    }

    /// Whether a decision is one of those: by the line that people read, and the values that mattered.
    func finds(_ entry: JournalEntry) -> Bool {
        guard let contains else { return true }
        return entry.details.sorted { $0.key < $1.key }.reduce(into: entry.line) { $0 += " \($1.key)=\($1.value)" }
            .contains(contains)
    }
}
