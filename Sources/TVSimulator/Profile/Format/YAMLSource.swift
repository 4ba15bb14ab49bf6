import Yams

/// Reads YAML text into trees with places, and refuses what a profile has no use for.
///
/// Refused are anchors, aliases and merge keys (a few of them can describe a world of any size), tags, mappings as keys,
/// and texts beyond the limits.
struct YAMLSource {
    /// A profile is written by hand; a thousand of them still fit in here.
    static let maximumBytes = 4 << 20
    /// The format itself is nested no deeper than 12; the rest is room for attributes.
    static let maximumDepth = 32

    /// `nil`: the text has none.
    private var tags: TagSearch?

    /// Returns the documents of a text, in order.
    static func documents(in text: String) throws(ProfileError) -> [SourceNode] {
        let start = SourcePosition(line: 1, column: 1)
        guard text.utf8.count <= maximumBytes else {
            throw ProfileError(.limit, at: start, "the text is larger than \(maximumBytes >> 20) MiB")
        }
        do throws(ProfileError) {
            return try parsed(text)
        } catch {
            guard error.code == .syntax, let escapes = SurrogateEscapes(in: text) else { throw error }
            do throws(ProfileError) {
                return try parsed(escapes.joined).map(escapes.placed)
            } catch {
                throw escapes.placed(error)
            }
        }
    }

    private static func parsed(_ text: String) throws(ProfileError) -> [SourceNode] {
        do {
            try AnchorCheck.check(text)
            var source = YAMLSource(tags: TagSearch(in: text))
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            var documents: [SourceNode] = []
            while let root = try parser.nextRoot() {
                documents.append(try source.convert(root, depth: 0))
            }
            return documents
        } catch let error as ProfileError {
            throw error
        } catch {
            throw YAMLTrouble.translate(error, in: text)
        }
    }

    private mutating func convert(_ node: Node, depth: Int) throws(ProfileError) -> SourceNode {
        let position = node.position
        guard depth <= Self.maximumDepth else {
            throw ProfileError(.limit, at: position, "values are nested deeper than \(Self.maximumDepth) levels")
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

    private mutating func entry(_ key: Node, _ value: Node, depth: Int) throws(ProfileError) -> SourceNode.Entry {
        guard case .scalar(let scalar) = key else {
            let kind = key.sequence == nil ? "a mapping" : "a list"
            throw ProfileError(.unsupported, at: key.position, "a key must be text, not \(kind)")
        }
        let name = try convert(key, depth: depth + 1)
        guard scalar.string != "<<" else {
            throw ProfileError(
                .unsupported, at: name.position, "merge keys ('<<') are not supported: write the values again")
        }
        return SourceNode.Entry(
            key: scalar.string, position: name.position, value: try convert(value, depth: depth + 1))
    }

    private mutating func refuseExtras(_ node: Node, at position: SourcePosition) throws(ProfileError) {
        guard node.anchor == nil else { throw AnchorCheck.refusal(at: position) }
        if tags?.finds(at: position) == true {
            throw ProfileError(.unsupported, at: position, "tags such as '\(node.tag)' are not supported")
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
