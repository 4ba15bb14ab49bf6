import Yams

/// Finds the anchors of a text without following its aliases: a few of them can describe a world of any size, and even
/// comparing keys could then take for ever.
enum AnchorCheck {
    /// Refuses a text with an anchor; an alias without one is left to the parser, which refuses it.
    ///
    /// What only looks like an anchor, in comments, in quotes or in prose, the parser alone can tell.
    ///
    /// - Parameter text: The text, in YAML.
    /// - Throws: ``ProfileError`` with the place of the first anchor; the parser's own error where the text is not YAML.
    static func check(_ text: String) throws {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else { return }
        // With every asterisk replaced by a character that means nothing to YAML, no alias is left, and all else stands
        // where it stood.
        let used = Set(text.unicodeScalars)
        let filler = privateUse.first { !used.contains($0) } ?? privateUse[0]
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: text.unicodeScalars.lazy.map { $0 == "*" ? filler : $0 })
        let parser = try Parser(yaml: String(plain), resolver: .basic, encoding: .utf8)
        while let root = try parser.nextRoot() {
            if let place = firstAnchor(in: root) { throw refusal(at: place) }
        }
    }

    /// The error for an anchor.
    static func refusal(at position: SourcePosition) -> ProfileError {
        ProfileError(.unsupported, at: position, "anchors are not supported: write the value again")
    }

    private static func firstAnchor(in node: Node) -> SourcePosition? {
        if node.anchor != nil { return node.position }
        switch node {
        case .sequence(let items):
            for item in items {
                if let place = firstAnchor(in: item) { return place }
            }
        case .mapping(let pairs):
            for (key, value) in pairs {
                if let place = firstAnchor(in: key) ?? firstAnchor(in: value) { return place }
            }
        case .scalar, .alias: break
        }
        return nil
    }

    /// Characters for nobody's text.
    private static let privateUse = (0xE000...0xF8FF).compactMap(Unicode.Scalar.init(_:) as (UInt32) -> Unicode.Scalar?)
}

/// Finds tags by the sign with which each begins: the parser itself gives some to values that have none in the text.
struct TagSearch {
    private var rest: Substring.UnicodeScalarView
    private var place = LinePlace()

    /// Creates a search; `nil`: the text has no tag.
    init?(in text: String) {
        guard text.utf8.contains(UInt8(ascii: "!")) else { return nil }
        rest = text.unicodeScalars[...]
    }

    /// Whether a tag stands at a place; places are asked about in the order of the text.
    mutating func finds(at position: SourcePosition) -> Bool {
        while let next = rest.first, place.position < position || place.isInsideBreak(before: next) {
            place.pass(next)
            rest.removeFirst()
        }
        return place.position == position && rest.first == "!"
    }
}

/// A place that goes through a text, whose lines end where YAML ends them; to Swift `"\r\n"` is one character, and none
/// of them is `"\n"`.
struct LinePlace {
    private var line = 1
    private var column = 1
    private var isBehindReturn = false

    var position: SourcePosition { SourcePosition(line: line, column: column) }

    mutating func pass(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\n" where isBehindReturn: break
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": (line, column) = (line + 1, 1)
        default: column += 1
        }
        isBehindReturn = scalar == "\r"
    }

    /// Whether the character belongs to the break behind which the place is already.
    func isInsideBreak(before scalar: Unicode.Scalar) -> Bool { isBehindReturn && scalar == "\n" }
}

extension Node {
    /// Where the value begins.
    var position: SourcePosition {
        mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? SourcePosition(line: 1, column: 1)
    }
}
