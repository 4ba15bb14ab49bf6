/// Splits a shell command line into words.
///
/// It supports the two forms that tvsim prints: plain words and text in single quotes.
///
/// `RemedyTests` compares this with a shell.
enum TypedWords {
    static func of(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var characters = line.makeIterator()
        while let character = characters.next() {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case "\\" where !isQuoted:
                if let escaped = characters.next() { word = (word ?? "") + String(escaped) }
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default:
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap { $0 }
    }
}
