/// Finds an anchor and an alias of one name before the text is parsed: a few of them can describe a value of any size, and
/// the parser would already compare such values with each other.
enum AnchorSearch {
    /// Refuses a text in which `&name` and `*name` both stand where a value can begin.
    ///
    /// - Throws: ``SourceError`` with the place of the first anchor.
    static func refuseAnchors(in text: String) throws(SourceError) {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else { return }
        let aliases = Set(marks("*", in: text).map(\.name))
        if let anchor = marks("&", in: text).first(where: { aliases.contains($0.name) }) {
            throw refusal(at: anchor.position)
        }
    }

    /// The error for an anchor.
    static func refusal(at position: SourcePosition) -> SourceError {
        SourceError(.unsupported, at: position, "anchors are not supported: write the value again")
    }

    private static func marks(_ sign: Character, in text: String) -> [(name: Substring, position: SourcePosition)] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().flatMap { number, line in
            line.indices.compactMap { index in
                guard line[index] == sign,
                    index == line.startIndex || " \t[{,:?-".contains(line[line.index(before: index)])
                else { return nil }
                let name = line[line.index(after: index)...].prefix { !" \t,[]{}".contains($0) }
                let column = line[..<index].unicodeScalars.count + 1
                return name.isEmpty ? nil : (name, SourcePosition(line: number + 1, column: column))
            }
        }
    }
}
