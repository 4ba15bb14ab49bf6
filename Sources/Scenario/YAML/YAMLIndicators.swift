import TVSimStructuredText

/// Finds the indicators by which YAML marks a value: `&name` (anchor), `*name` (alias) and `!name` (tag).
///
/// The parser resolves aliases while it reads, so a few of them can describe a value of any size. It also does not
/// distinguish an explicit tag from the implicit one that each value has. Indicators in comments, quoted text, block
/// scalars and inside words are ignored.
struct YAMLIndicators {
    /// An indicator with the name that follows it.
    struct Mark {
        let text: Substring
        let position: SourcePosition
    }

    /// The indicators, in the order of the text.
    private(set) var marks: [Mark] = []
    private var quote: Character?
    private var depth = 0
    /// The indentation of the line that begins a block scalar; `nil` outside a block scalar.
    private var blockIndentation: Int?

    init(in text: String) {
        guard text.utf8.contains(where: { "&*!".utf8.contains($0) }) else { return }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() { scan(line, number: number + 1) }
    }

    /// Rejects tags, and anchors that an alias refers to.
    ///
    /// - Throws: ``SourceError`` with the position of the first one.
    func refuse() throws(SourceError) {
        let aliases = Set(marks.filter { $0.text.first == "*" }.map { $0.text.dropFirst() })
        for mark in marks {
            if mark.text.first == "!" {
                throw SourceError(.unsupported, at: mark.position, "tags such as '\(mark.text)' are not supported")
            }
            if mark.text.first == "&", aliases.contains(mark.text.dropFirst()) {
                throw Self.anchorError(at: mark.position)
            }
        }
    }

    /// Returns the error for an anchor.
    static func anchorError(at position: SourcePosition) -> SourceError {
        SourceError(.unsupported, at: position, "anchors are not supported: write the value again")
    }

    private mutating func scan(_ line: Substring, number: Int) {
        let indentation = line.prefix { $0 == " " }.count
        if let block = blockIndentation {
            if indentation > block || line.allSatisfy(\.isWhitespace) { return }
            blockIndentation = nil
        }
        var beginsValue = true
        // Whether quoted text was the last, behind which a colon ends a key of a flow mapping (YAML 1.2.2, 7.4.2).
        var isBehindQuotes = false
        var index = line.startIndex
        while index < line.endIndex {
            let character = line[index]
            let next = line.index(after: index)
            if let open = quote {
                if character == "\\", open == "\"", next < line.endIndex {
                    index = line.index(after: next)
                    continue
                }
                if character == open { quote = nil }
                (beginsValue, isBehindQuotes) = (false, true)
            } else if character == "#", index == line.startIndex || line[line.index(before: index)].isWhitespace {
                return
            } else if !character.isWhitespace {
                if beginsValue, "&*!".contains(character) {
                    let text = line[index...].prefix { !" \t,[]{}".contains($0) }
                    let column = line[..<index].unicodeScalars.count + 1
                    marks.append(Mark(text: text, position: SourcePosition(line: number, column: column)))
                    index = text.endIndex
                    continue
                }
                if beginsValue, character == "\"" || character == "'" { quote = character }
                if beginsValue, "|>".contains(character), depth == 0 { blockIndentation = indentation }
                if "[{".contains(character), beginsValue { depth += 1 }
                if "]}".contains(character), depth > 0 { depth -= 1 }
                let isFollowedByBlank = next == line.endIndex || line[next].isWhitespace
                let endsKey = isFollowedByBlank || isBehindQuotes && depth > 0
                isBehindQuotes = false
                beginsValue =
                    ("[{".contains(character) && beginsValue) || (character == "," && depth > 0)
                    || (character == ":" && endsKey)
                    || ("-?".contains(character) && isFollowedByBlank && beginsValue)
            }
            index = next
        }
    }
}
