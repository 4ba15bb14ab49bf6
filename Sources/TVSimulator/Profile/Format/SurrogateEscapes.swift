import EntitlementAPI

/// The characters of a JSON text that are written as two escapes, such as `\ud83d\ude00`: to YAML, whose escapes are whole
/// characters, each half alone is none.
struct SurrogateEscapes {
    /// The text with each two as the one escape that YAML has for them.
    let joined: String
    /// The lines and columns of `joined` at which one stands.
    private let places: [Int: [Int]]

    /// How much shorter the one escape is: `\U0001F600`.
    private static let difference = 2

    /// Finds them; `nil`: there are none, or the text is no JSON, so that nobody knows what is quoted in it.
    init?(in text: String) {
        guard text.contains("\\ud") || text.contains("\\uD"), (try? JSONText.value(text)) != nil else { return nil }
        var joined = String.UnicodeScalarView()
        var places: [Int: [Int]] = [:]
        var place = LinePlace()
        func append(_ part: some Sequence<Unicode.Scalar>) {
            for scalar in part {
                joined.append(scalar)
                place.pass(scalar)
            }
        }
        var rest = text.unicodeScalars[...]
        while let next = rest.first {
            if let character = Self.character(at: rest) {
                places[place.position.line, default: []].append(place.position.column)
                let digits = String(character.value, radix: 16, uppercase: true)
                append(("\\U" + String(repeating: "0", count: 8 - digits.count) + digits).unicodeScalars)
                rest = rest.dropFirst(12)
            } else {
                // What is escaped begins no escape, as the second of two backslashes.
                let count = next == "\\" ? 2 : 1
                append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
        }
        guard !places.isEmpty else { return nil }
        self.joined = String(joined)
        self.places = places
    }

    /// Returns the character that two escapes at the beginning of a text are; `nil`: no two are there.
    ///
    /// In JSON a backslash stands in quotes alone.
    private static func character(at text: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard let high = unit(at: text), UTF16.isLeadSurrogate(high),
            let low = unit(at: text.dropFirst(6)), UTF16.isTrailSurrogate(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(low - 0xDC00))
    }

    private static func unit(at text: Substring.UnicodeScalarView) -> UInt16? {
        guard text.first == "\\" else { return nil }
        let escape = String(text.prefix(6))
        guard escape.hasPrefix("\\u"), escape.unicodeScalars.count == 6 else { return nil }
        return UInt16(escape.dropFirst(2), radix: 16)
    }

    /// Returns the place of the given text that stands at a place of the joined one.
    private func original(_ position: SourcePosition) -> SourcePosition {
        let columns = places[position.line, default: []]
        // All of a large text may be one line: the columns are halved, and not counted.
        var (before, end) = (0, columns.count)
        while before < end {
            let middle = (before + end) / 2
            if columns[middle] < position.column { before = middle + 1 } else { end = middle }
        }
        return SourcePosition(line: position.line, column: position.column + before * Self.difference)
    }

    /// Returns a tree of the joined text with the places of the given one.
    func placed(_ node: SourceNode) -> SourceNode {
        var node = node
        node.position = original(node.position)
        switch node.content {
        case .sequence(let items): node.content = .sequence(items.map(placed))
        case .mapping(let entries):
            node.content = .mapping(
                entries.map { .init(key: $0.key, position: original($0.position), value: placed($0.value)) })
        default: break
        }
        return node
    }

    /// Returns an error of the joined text with its place in the given one.
    func placed(_ error: ProfileError) -> ProfileError {
        ProfileError(error.code, at: original(error.position), error.reason, suggestion: error.suggestion)
    }
}
