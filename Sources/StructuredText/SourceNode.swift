/// A value with its position in the text.
///
/// YAML and JSON are both read into this tree. One table of fields can therefore read a profile, a command-line
/// argument and a JSON message.
package struct SourceNode: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case sequence([SourceNode])
        case mapping([Entry])
    }

    package struct Entry: Sendable, Hashable {
        package var key: String
        package var position: SourcePosition
        package var value: SourceNode

        /// Creates an entry.
        package init(key: String, position: SourcePosition, value: SourceNode) {
            self.key = key
            self.position = position
            self.value = value
        }
    }

    package var content: Content
    package var position: SourcePosition

    /// Creates a value.
    package init(content: Content, position: SourcePosition) {
        self.content = content
        self.position = position
    }

    /// The name of the value's type, for error messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean value"
        case .integer, .number: "a number"
        case .string: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Returns the entry of a key; `nil` if the node is not a mapping or the key is missing.
    package func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }
}

extension SourceNode {
    /// The value without positions.
    package var json: JSONValue { content.json }
}

extension SourceNode.Content {
    /// Returns a mapping of values without positions.
    package static func mapping(_ entries: [(String, SourceNode.Content)]) -> SourceNode.Content {
        .mapping(
            entries.map {
                SourceNode.Entry(key: $0, position: .start, value: SourceNode(content: $1, position: .start))
            })
    }

    /// The value without positions.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .sequence(let items): .array(items.map(\.json))
        case .mapping(let entries):
            .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { first, _ in first })
        }
    }
}

extension SourceNode {
    /// Creates a tree from JSON, in which each value has a different position.
    package init(_ json: JSONValue) {
        self = SourceNode(unplaced: json).renumbered
    }

    private init(unplaced json: JSONValue) {
        let start = SourcePosition(line: 1, column: 1)
        position = start
        switch json {
        case .null: content = .null
        case .bool(let value): content = .bool(value)
        case .integer(let value): content = .integer(value)
        case .number(let value): content = .number(value)
        case .string(let value): content = .string(value)
        case .array(let items): content = .sequence(items.map { SourceNode(unplaced: $0) })
        case .object(let entries):
            content = .mapping(
                entries.sorted { $0.key < $1.key }.map {
                    Entry(key: $0.key, position: start, value: SourceNode(unplaced: $0.value))
                })
        }
    }
}

// MARK: - Positions

extension SourceNode {
    /// The same tree with a unique position for each value, numbered in document order.
    ///
    /// JSON values have no positions, and a tree that was merged from several texts can repeat a position.
    package var renumbered: SourceNode {
        var count = 0
        return renumbered(after: &count)
    }

    private func renumbered(after count: inout Int) -> SourceNode {
        count += 1
        var node = self
        node.position = SourcePosition(line: 1, column: count)
        switch content {
        case .sequence(let items):
            node.content = .sequence(items.map { $0.renumbered(after: &count) })
        case .mapping(let entries):
            node.content = .mapping(
                entries.map {
                    Entry(key: $0.key, position: node.position, value: $0.value.renumbered(after: &count))
                })
        default: break
        }
        return node
    }

    /// Returns the path of keys to a position, such as `set.enabled` or `accounts[0].name`; `nil` if no value is there.
    ///
    /// The path to a key's own position is that of the mapping that contains the key.
    package func path(to place: SourcePosition) -> String? {
        if position == place { return "" }
        switch content {
        case .sequence(let items):
            for (index, item) in items.enumerated() {
                if let rest = item.path(to: place) { return Self.joined("[\(index)]", rest) }
            }
        case .mapping(let entries):
            for entry in entries {
                if entry.position == place { return "" }
                if let rest = entry.value.path(to: place) { return Self.joined(entry.key, rest) }
            }
        default: break
        }
        return nil
    }

    private static func joined(_ first: String, _ rest: String) -> String {
        first + (rest.isEmpty || rest.hasPrefix("[") ? "" : ".") + rest
    }

    /// Reads the tree with a closure, and adds the path of keys to the error that the closure throws.
    package func read<Value>(
        by reader: (SourceNode) throws(SourceError) -> Value
    ) throws(SourceError) -> Value {
        do {
            return try reader(self)
        } catch {
            var error = error
            error.path = path(to: error.position)
            throw error
        }
    }
}
