import Yams

/// Reads YAML text into trees with places, and refuses what a profile has no use for.
///
/// Refused are anchors, aliases and merge keys (a few of them can describe a world of any size), tags, mappings as keys,
/// and texts beyond the limits.
enum YAMLSource {
    /// A profile is written by hand; a thousand of them still fit in here.
    static let maximumBytes = 4 << 20
    /// The format itself is nested no deeper than 12; the rest is room for attributes.
    static let maximumDepth = 32
    /// Beyond this number of aliases the text is refused before it is read, since even comparing keys could then take
    /// for ever.
    private static let maximumAliases = 8

    /// Returns the documents of a text, in order.
    static func documents(in text: String) throws(ProfileError) -> [SourceNode] {
        let start = SourcePosition(line: 1, column: 1)
        guard text.utf8.count <= maximumBytes else {
            throw ProfileError(.limit, at: start, "the text is larger than \(maximumBytes >> 20) MiB")
        }
        if let alias = AliasScan.excess(in: text, over: maximumAliases) {
            throw ProfileError(.unsupported, at: alias, "anchors and aliases are not supported: write the value again")
        }
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            var documents: [SourceNode] = []
            while let root = try parser.nextRoot() {
                documents.append(try convert(root, depth: 0))
            }
            return documents
        } catch let error as ProfileError {
            throw error
        } catch {
            throw YAMLTrouble.translate(error, in: text)
        }
    }

    private static func convert(_ node: Node, depth: Int) throws(ProfileError) -> SourceNode {
        let position =
            node.mark.map { SourcePosition(line: $0.line, column: $0.column) }
            ?? SourcePosition(line: 1, column: 1)
        guard depth <= maximumDepth else {
            throw ProfileError(.limit, at: position, "values are nested deeper than \(maximumDepth) levels")
        }
        try refuseExtras(node, at: position)
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain || scalar.style == .any
            let content = isPlain ? PlainScalar.content(scalar.string) : .string(scalar.string)
            return SourceNode(content: content, position: position)
        case .sequence(let items):
            var converted: [SourceNode] = []
            for item in items { converted.append(try convert(item, depth: depth + 1)) }
            return SourceNode(content: .sequence(converted), position: position)
        case .mapping(let pairs):
            var entries: [SourceNode.Entry] = []
            for (key, value) in pairs { entries.append(try entry(key, value, depth: depth)) }
            return SourceNode(content: .mapping(entries), position: position)
        case .alias:
            throw ProfileError(.unsupported, at: position, "aliases are not supported: write the value again")
        }
    }

    private static func entry(_ key: Node, _ value: Node, depth: Int) throws(ProfileError) -> SourceNode.Entry {
        let name = try convert(key, depth: depth + 1)
        guard case .scalar(let scalar) = key else {
            throw ProfileError(.unsupported, at: name.position, "a key must be text, not \(name.kind)")
        }
        guard scalar.string != "<<" else {
            throw ProfileError(
                .unsupported, at: name.position, "merge keys ('<<') are not supported: write the values again")
        }
        return SourceNode.Entry(
            key: scalar.string, position: name.position, value: try convert(value, depth: depth + 1))
    }

    private static func refuseExtras(_ node: Node, at position: SourcePosition) throws(ProfileError) {
        guard node.anchor == nil else {
            throw ProfileError(.unsupported, at: position, "anchors are not supported: write the value again")
        }
        // Every value's tag is resolved to the plain one of its kind, unless the text gives another.
        let tag = node.tag.description
        guard [Tag.Name.str, .seq, .map].contains(where: { $0.rawValue == tag }) else {
            throw ProfileError(.unsupported, at: position, "tags such as '\(tag)' are not supported")
        }
    }
}

/// What an unquoted scalar means: YAML 1.2's core schema, in which `no` and `on` are text.
enum PlainScalar {
    static func content(_ text: String) -> SourceNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }),
            (48...57).contains(first) || first == UInt8(ascii: ".")
        else { return .string(text) }
        if let integer = Int64(text.hasPrefix("+") ? String(text.dropFirst()) : text) { return .integer(integer) }
        let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber, let number = Double(text), number.isFinite { return .number(number) }
        return .string(text)
    }
}

/// Counts what looks like aliases, without reading the text as YAML.
private enum AliasScan {
    /// Returns the place of the first alias when there are more than `limit` whose anchor stands before them.
    ///
    /// Only signs that stand where a value may begin are counted. Quoted text can look the same, so few are let pass
    /// and judged by the parser.
    static func excess(in text: String, over limit: Int) -> SourcePosition? {
        guard text.utf8.contains(UInt8(ascii: "&")), text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        var anchors: Set<Substring> = []
        var count = 0
        var first: SourcePosition?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var previous: Character = " "
            for index in line.indices {
                let character = line[index]
                defer { previous = character }
                guard character == "&" || character == "*", " \t[{,:-?".contains(previous) else { continue }
                let name = line[line.index(after: index)...].prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
                if character == "&" {
                    anchors.insert(name)
                } else if anchors.contains(name) {
                    count += 1
                    let column = line.unicodeScalars.distance(from: line.startIndex, to: index) + 1
                    first = first ?? SourcePosition(line: number + 1, column: column)
                }
            }
        }
        return count > limit ? first : nil
    }
}
