extension JSONText {
    /// Returns a value as JSON for people who read differences: each list and each object stands on one line if it fits.
    ///
    /// The keys are sorted. A long list of texts and numbers fills its lines.
    ///
    /// ```swift
    /// JSONText.folded(["name": "com.example.stream", "ports": [80, 443]])
    /// // {"name": "com.example.stream", "ports": [80, 443]}
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - width: The longest line, in characters. A line without a list or an object may be longer.
    /// - Returns: The text, without a line end after the last line.
    package static func folded(_ value: JSONValue, width: Int = 120) -> String {
        folded(value, indentation: 0, before: 0, width: width)
    }

    /// Returns a value whose first line has `before` characters in front of it, and whose last line has one behind it.
    private static func folded(_ value: JSONValue, indentation: Int, before: Int, width: Int) -> String {
        let whole = spaced(value)
        if before + whole.count < width { return whole }
        let margin = String(repeating: " ", count: indentation + 2)
        let lines: [String]
        let brackets: (String, String)
        switch value {
        case .array(let items) where items.allSatisfy(\.isScalar):
            return "[\n" + filled(items, margin, width: width) + "\n" + margin.dropLast(2) + "]"
        case .array(let items):
            brackets = ("[", "]")
            lines = items.map {
                margin + folded($0, indentation: indentation + 2, before: margin.count, width: width)
            }
        case .object(let members):
            brackets = ("{", "}")
            lines = members.sorted { $0.key < $1.key }.map { key, value in
                let name = margin + line(ordered: .string(key)) + ": "
                return name + folded(value, indentation: indentation + 2, before: name.count, width: width)
            }
        default: return whole
        }
        return brackets.0 + "\n" + lines.joined(separator: ",\n") + "\n" + margin.dropLast(2) + brackets.1
    }

    private static func filled(_ items: [JSONValue], _ margin: String, width: Int) -> String {
        var lines: [String] = []
        for (index, item) in items.enumerated() {
            let word = spaced(item) + (index < items.count - 1 ? "," : "")
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func spaced(_ value: JSONValue) -> String {
        switch value {
        case .array(let items): "[" + items.map(spaced).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { "\(line(ordered: .string($0.key))): \(spaced($0.value))" }.joined(separator: ", ") + "}"
        default: line(ordered: value)
        }
    }
}

extension JSONValue {
    /// Whether this is neither a list nor an object.
    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
