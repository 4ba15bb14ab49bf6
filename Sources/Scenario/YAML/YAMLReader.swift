package import TVSimStructuredText
import Yams

/// Reads YAML and JSON into values with their positions, and rejects YAML features that a profile does not need.
///
/// The rejected features are anchors, aliases, merge keys, tags and mappings as keys. A few anchors and aliases can
/// describe a value of any size. Texts beyond the limits are rejected too.
package struct YAMLReader {
    /// The maximum size of a text, in bytes.
    package static let maximumBytes = 4 << 20
    /// The maximum nesting depth of lists and mappings.
    package static let maximumDepth = 32

    /// Reads the documents of a text, in order.
    ///
    /// - Throws: ``SourceError`` with the position of invalid or unsupported text.
    package static func documents(in text: String) throws(SourceError) -> [SourceDocument] {
        guard text.utf8.count <= maximumBytes else {
            throw SourceError(.limit, at: .start, "the text is larger than \(maximumBytes >> 20) MiB")
        }
        // JSON escapes characters beyond U+FFFF as surrogate pairs, which YAML parsers reject.
        if text.utf8.first == UInt8(ascii: "{"), let document = try json(text) { return [document] }
        do {
            try YAMLIndicators(in: text).refuse()
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            var documents: [SourceDocument] = []
            while let root = try parser.nextRoot() {
                let (value, places) = try convert(root, depth: 0)
                documents.append(SourceDocument(value, places: places))
            }
            return documents
        } catch let error as SourceError {
            throw error
        } catch {
            throw SourceError(yaml: error, in: text)
        }
    }

    /// Reads a text as JSON; `nil` if the text is not JSON and may be YAML.
    private static func json(_ text: String) throws(SourceError) -> SourceDocument? {
        do throws(SourceError) {
            return try JSONReader.document(text, mostNested: maximumDepth)
        } catch {
            if error.code == .duplicateKey { throw error }
            return nil
        }
    }

    /// Returns the value of a node, and its places.
    private static func convert(_ node: Node, depth: Int) throws(SourceError) -> (value: JSONValue, places: Places) {
        var places = Places(node.position)
        guard depth <= maximumDepth else {
            throw SourceError(
                .limit, at: node.position, "values are nested deeper than \(maximumDepth) levels")
        }
        if node.anchor != nil { throw YAMLIndicators.anchorError(at: node.position) }
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain || scalar.style == .any
            return (isPlain ? PlainScalar.value(scalar.string) : .string(scalar.string), places)
        case .sequence(let items):
            var values: [JSONValue] = []
            for item in items {
                let part = try convert(item, depth: depth + 1)
                values.append(part.value)
                places.parts.append(part.places)
            }
            return (.array(values), places)
        case .mapping(let pairs):
            var members: [Members.Element] = []
            for (key, value) in pairs {
                let name = try name(key, depth: depth)
                let part = try convert(value, depth: depth + 1)
                members.append((name, part.value))
                places.keys.append(key.position)
                places.parts.append(part.places)
            }
            return (.object(Members(uniqueKeysWithValues: members)), places)
        case .alias:
            throw SourceError(.unsupported, at: node.position, "aliases are not supported: write the value again")
        }
    }

    private static func name(_ key: Node, depth: Int) throws(SourceError) -> String {
        guard case .scalar(let scalar) = key else {
            let kind = key.sequence == nil ? "a mapping" : "a list"
            throw SourceError(.unsupported, at: key.position, "a key must be text, not \(kind)")
        }
        _ = try convert(key, depth: depth + 1)
        guard scalar.string != "<<" else {
            throw SourceError(
                .unsupported, at: key.position, "merge keys ('<<') are not supported: write the values again")
        }
        return scalar.string
    }
}

/// Resolves an unquoted scalar by the core schema of YAML 1.2 (10.3), in which `no` and `on` are text.
private enum PlainScalar {
    static func value(_ text: String) -> JSONValue {
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

extension Node {
    /// The position at which the value begins.
    fileprivate var position: SourcePosition {
        mark.map { SourcePosition(line: $0.line, column: $0.column) } ?? .start
    }
}
