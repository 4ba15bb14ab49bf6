package import StructuredText

/// One key of a mapping: its name, what it means, what it takes, and which property has the value.
package struct Field<Root: Sendable>: Sendable {
    package let name: String
    package let isRequired: Bool
    /// The JSON Schema, with the description.
    package private(set) var schema: [String: JSONValue]
    package let read: @Sendable (SourceNode, inout Root, ReadingNotes) throws(SourceError) -> Void
    /// Writes the value; `nil` where the key is left out.
    package let write: @Sendable (Root) -> SourceNode.Content?
    private let documentsDefault: Bool

    /// Creates a field whose value is a property.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - summary: What the value means, one sentence: the schema's description.
    ///   - format: How the value is written.
    ///   - required: Whether the key must be given.
    ///   - documentsDefault: Whether the schema names the default; `false` where it depends on other keys.
    ///   - path: The property.
    package init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>, required: Bool = false,
        documentsDefault: Bool = true, into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(
            name, summary, format, required: required, documentsDefault: documentsDefault,
            from: { $0[keyPath: path] }
        ) { (value, root, _, _) throws(SourceError) in root[keyPath: path] = value }
    }

    /// Creates a field whose value needs more than a property.
    ///
    /// `value` returns the value, and `nil` where the key is left out; `store` puts a value that was read into its place.
    package init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>, required: Bool = false,
        documentsDefault: Bool = false, from value: @escaping @Sendable (Root) -> Value?,
        store: @escaping @Sendable (Value, inout Root, SourceNode, ReadingNotes) throws(SourceError) -> Void
    ) {
        self.init(
            name, summary, schema: format.schema, isRequired: required,
            documentsDefault: documentsDefault && !required,
            write: { value($0).map(format.write) }
        ) { (node, root, notes) throws(SourceError) in
            try store(try format.read(node, notes), &root, node, notes)
        }
    }

    /// Creates a field that holds a mapping, of which only the keys that are given change.
    ///
    /// `null` returns it to its defaults.
    package init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>,
        into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(name, summary, schema: format.schemaOrNull, write: { format.write($0[keyPath: path]) }) {
            (node, root, notes) throws(SourceError) in
            if node.content == .null { root[keyPath: path] = format.defaults }
            try format.read(node, into: &root[keyPath: path], notes)
        }
    }

    /// Creates a field that holds a mapping or nothing.
    ///
    /// Only the keys that are given change; a new value begins with its defaults. `null` removes the value.
    package init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>,
        into path: any WritableKeyPath<Root, Value?> & Sendable
    ) {
        let schema: [String: JSONValue] = ["anyOf": [.object(format.schema), ["type": "null"]], "default": .null]
        self.init(
            name, summary, schema: schema, write: { $0[keyPath: path].map { format.write($0) } ?? .null }
        ) { (node, root, notes) throws(SourceError) in
            guard node.content != .null else {
                root[keyPath: path] = nil
                return
            }
            var value = root[keyPath: path] ?? format.defaults
            try format.read(node, into: &value, notes)
            root[keyPath: path] = value
        }
    }

    /// Returns the field of a part as a field of the whole.
    package func lifted<Whole>(to path: any WritableKeyPath<Whole, Root> & Sendable) -> Field<Whole> {
        let (read, write) = (read, write)
        var field = Field<Whole>(
            name, "", schema: schema, isRequired: isRequired, write: { write($0[keyPath: path]) }
        ) { (node, whole, notes) throws(SourceError) in try read(node, &whole[keyPath: path], notes) }
        field.schema = schema
        return field
    }

    /// Returns the same field with its default in the schema.
    func documentingDefault(of defaults: Root) -> Field<Root> {
        guard documentsDefault, schema["default"] == nil, let value = write(defaults) else { return self }
        var field = self
        field.schema["default"] = value.json
        return field
    }

    private init(
        _ name: String, _ summary: String, schema: [String: JSONValue], isRequired: Bool = false,
        documentsDefault: Bool = false, write: @escaping @Sendable (Root) -> SourceNode.Content?,
        read: @escaping @Sendable (SourceNode, inout Root, ReadingNotes) throws(SourceError) -> Void
    ) {
        self.name = name
        self.isRequired = isRequired
        self.schema = schema.merging(["description": .string(summary)]) { $1 }
        self.documentsDefault = documentsDefault
        self.write = write
        self.read = read
    }
}
