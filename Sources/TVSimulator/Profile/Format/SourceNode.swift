import EntitlementAPI

/// A value as a profile's text gives it, with its place.
///
/// The formats read this tree and not YAML's own, so that the same tables read a profile, an answer typed on the
/// command line and a change that arrives as JSON.
struct SourceNode: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string(String)
        case sequence([SourceNode])
        case mapping([Entry])
    }

    struct Entry: Sendable, Hashable {
        var key: String
        var position: SourcePosition
        var value: SourceNode
    }

    var content: Content
    var position: SourcePosition

    /// What the value is, as a person would say it.
    var kind: String {
        switch content {
        case .null: "nothing"
        case .bool: "a truth value"
        case .integer, .number: "a number"
        case .string: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The entry under a key, where the node is a mapping that has it.
    func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }
}

extension SourceNode {
    /// The value alone, without places.
    var json: JSONValue {
        switch content {
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

    /// Creates a tree whose values all stand at one place, from JSON.
    init(_ json: JSONValue, at position: SourcePosition = SourcePosition(line: 1, column: 1)) {
        self.position = position
        switch json {
        case .null: content = .null
        case .bool(let value): content = .bool(value)
        case .integer(let value): content = .integer(value)
        case .number(let value): content = .number(value)
        case .string(let value): content = .string(value)
        case .array(let items): content = .sequence(items.map { SourceNode($0, at: position) })
        case .object(let entries):
            content = .mapping(
                entries.sorted { $0.key < $1.key }.map {
                    Entry(key: $0.key, position: position, value: SourceNode($0.value, at: position))
                })
        }
    }
}
