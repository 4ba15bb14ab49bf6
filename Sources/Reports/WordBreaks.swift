/// Says in HTML where a browser may break a long word, which it otherwise breaks in the middle.
enum WordBreaks {
    /// The lengths of words that get breaks.
    ///
    /// A shorter word fits in the narrowest column of a page. A longer one is data, such as Base64.
    private static let lengths = 25...160
    /// The characters after which a word may be broken.
    ///
    /// A browser itself breaks it after a slash or a hyphen.
    private static let ends: Set<Unicode.Scalar> = [".", "_", "(", ",", ":", "=", "?", ";"]
    /// What stays with such a character before it, as in `https://`.
    private static let continuations = ends.union([")", "/"])
    /// The longest reference to a character, such as `&quot;`.
    private static let longestReference = 8

    /// Returns HTML with `<wbr>` in its long words: after punctuation, and before a capital letter in a name.
    ///
    /// Tags stay as they are. A reader who copies a text gets it without the breaks.
    ///
    /// - Parameter html: The HTML.
    /// - Returns: The HTML with the breaks.
    static func inserted(in html: String) -> String {
        let scalars = html.unicodeScalars
        var result = ""
        var begin = scalars.startIndex
        var (index, length) = (begin, 0)
        func endWord() {
            result += lengths.contains(length) ? broken(scalars[begin..<index]) : String(scalars[begin..<index])
            (begin, length) = (index, 0)
        }
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if scalar == "<" {
                endWord()
                index = scalars[index...].firstIndex(of: ">") ?? index
                index = scalars.index(after: index)
                endWord()
            } else if scalar.properties.isWhitespace {
                endWord()
                index = scalars.index(after: index)
                endWord()
            } else {
                index = end(ofCharacterAt: index, in: scalars[...])
                length += 1
            }
        }
        endWord()
        return result
    }

    /// Returns a word with its breaks.
    private static func broken(_ word: Substring.UnicodeScalarView) -> String {
        var result = ""
        var index = word.startIndex
        var previous: Unicode.Scalar?
        while index < word.endIndex {
            let next = word[index]
            if let previous {
                let beginsName = next.properties.isUppercase && previous.properties.isLowercase
                if beginsName || ends.contains(previous) && !continuations.contains(next) { result += "<wbr>" }
            }
            let end = end(ofCharacterAt: index, in: word)
            result += String(word[index..<end])
            // What a reference stands for is not looked up.
            previous = next == "&" ? nil : next
            index = end
        }
        return result
    }

    /// Returns the end of a character, which may be written as a reference.
    private static func end(
        ofCharacterAt index: String.Index, in text: Substring.UnicodeScalarView
    ) -> String.Index {
        let last = text[index] == "&" ? text[index...].prefix(longestReference).firstIndex(of: ";") : nil
        return text.index(after: last ?? index)
    }
}
