import EntitlementAPI

/// A mapping with known keys: the table of its fields.
struct ObjectFormat<Root: Sendable>: Sendable {
    /// What the mapping describes, for error messages.
    let title: String
    /// The fields, in the order in which they are read and documented.
    let fields: [Field<Root>]
    /// The keys of what may stand in the place of this mapping, for error messages.
    var otherNames: [String] = []

    /// Reads the fields that a mapping gives into a value that holds the defaults.
    func read(_ node: SourceNode, into root: inout Root, _ notes: ReadingNotes) throws(ProfileError) {
        guard case .mapping(let entries) = node.content else {
            // `device:` with nothing behind it leaves everything as it is.
            if node.content == .null, !fields.contains(where: \.isRequired) { return }
            throw .wrongType(node, expected: "a mapping (\(title))")
        }
        for entry in entries where !fields.contains(where: { $0.name == entry.key }) {
            let names = fields.map(\.name) + otherNames
            let hint = Suggestion.closest(to: entry.key, among: names)
            let known = hint == nil ? " (known: \(names.joined(separator: ", ")))" : ""
            throw ProfileError(
                .unknownKey, at: entry.position, "\(title) has no key '\(entry.key)'\(known)", suggestion: hint)
        }
        for field in fields {
            if let entry = node.entry(field.name) {
                try field.read(entry.value, &root, notes)
            } else if field.isRequired {
                throw ProfileError(.missingKey, at: node.position, "\(title) needs the key '\(field.name)'")
            }
        }
    }

    /// The JSON Schema of the mapping.
    var schema: [String: JSONValue] {
        var schema: [String: JSONValue] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Dictionary(fields.map { ($0.name, .object($0.schema)) }) { first, _ in first }),
        ]
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    /// The same, or nothing behind the key, where everything in it has a default.
    var schemaOrNothing: [String: JSONValue] {
        guard !fields.contains(where: \.isRequired) else { return schema }
        return schema.merging(["type": ["object", "null"]]) { $1 }
    }

    /// The format of a whole value that begins with the given defaults.
    func format(startingFrom start: Root) -> Format<Root> {
        Format(schemaOrNothing) { (node, notes) throws(ProfileError) in
            var value = start
            try read(node, into: &value, notes)
            return value
        }
    }
}

/// One key of a mapping: its name, what it means, what it takes, and where the value goes.
struct Field<Root: Sendable>: Sendable {
    let name: String
    let isRequired: Bool
    let schema: [String: JSONValue]
    let read: @Sendable (SourceNode, inout Root, ReadingNotes) throws(ProfileError) -> Void

    init(
        name: String, isRequired: Bool, schema: [String: JSONValue],
        read: @escaping @Sendable (SourceNode, inout Root, ReadingNotes) throws(ProfileError) -> Void
    ) {
        self.name = name
        self.isRequired = isRequired
        self.schema = schema
        self.read = read
    }

    /// Creates a field whose value goes to a property.
    init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>, required: Bool = false, default: JSONValue? = nil,
        into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(name, summary, format, required: required, default: `default`) {
            (value, root, _, _) throws(ProfileError) in root[keyPath: path] = value
        }
    }

    /// Creates a field whose value needs more than a property to go to.
    init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>, required: Bool = false, default: JSONValue? = nil,
        store: @escaping @Sendable (Value, inout Root, SourceNode, ReadingNotes) throws(ProfileError) -> Void
    ) {
        self.name = name
        isRequired = required
        var schema = format.schema
        schema["description"] = .string(summary)
        if let `default` { schema["default"] = `default` }
        self.schema = schema
        read = { (node, root, notes) throws(ProfileError) in
            try store(try format.read(node, notes), &root, node, notes)
        }
    }
}
