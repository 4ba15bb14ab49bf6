import SimulationCore
import TVSimulator

/// Which decisions are asked for.
struct JournalQuestion: Sendable, Hashable {
    /// Only those with a higher number.
    var after: Int
    /// Only those whose line holds this text; `nil`: all.
    let contains: String?
    /// How many are shown.
    let limit: Int
    /// The words of that text, which stand in the JSON of every decision that it finds.
    private let words: [[UInt8]]

    static let defaultLimit = 100

    init(_ request: AdminRequest) throws(AdminError) {
        // Every line holds the empty text.
        let text = request.query["contains"].flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            after: try request.number("after", in: 0...(Int.max - 1), default: 0), contains: text,
            limit: try request.number("limit", in: 0...ServerLimits.journalPage, default: Self.defaultLimit))
    }

    init(after: Int, contains: String?, limit: Int) {
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
