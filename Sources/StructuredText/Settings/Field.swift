/// One key of a mapping: its name, description, format and property.
package struct Field<Root: Sendable>: Sendable {
    package let name: String
    package let isRequired: Bool
    /// The JSON Schema, including the description, made when it is read.
    package var schema: Members { makeSchema() }
    private var makeSchema: @Sendable () -> Members
    package let read: @Sendable (ValueCursor, inout Root, ReadingNotes) throws(SourceError) -> Void
    /// Returns the content to write; `nil` if the key is omitted.
    package let write: @Sendable (Root) -> JSONValue?
    private let documentsDefault: Bool

    /// Creates a field whose value is a property.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - summary: The meaning of the value, one sentence; the description in the schema.
    ///   - format: The format of the value.
    ///   - required: Whether the key is required.
    ///   - documentsDefault: Whether the schema contains the default; `false` if the default depends on other keys.
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

    /// Creates a field that is written only if its value differs from the default, which the schema has.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - summary: The meaning of the value, one sentence.
    ///   - format: The format of the value.
    ///   - usual: The default.
    ///   - path: The property.
    package init<Value: Equatable & Sendable>(
        _ name: String, _ summary: String, _ format: Format<Value>, unless usual: Value,
        into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(
            name, summary, schema: format.schema.merging(["default": format.write(usual)]) { $1 },
            write: { root -> JSONValue? in
                let value = root[keyPath: path]
                // A bare nil would be the null of JSON.
                return value == usual ? JSONValue?.none : format.write(value)
            }
        ) { (cursor, root, notes) throws(SourceError) in root[keyPath: path] = try format.read(cursor, notes) }
    }

    /// Creates a field whose value is not simply a property.
    ///
    /// `value` returns the value, or `nil` if the key is omitted. `store` stores a value that was read.
    package init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>, required: Bool = false,
        documentsDefault: Bool = false, from value: @escaping @Sendable (Root) -> Value?,
        store: @escaping @Sendable (Value, inout Root, ValueCursor, ReadingNotes) throws(SourceError) -> Void
    ) {
        self.init(
            name, summary, schema: format.schema, isRequired: required,
            documentsDefault: documentsDefault && !required,
            write: { value($0).map(format.write) }
        ) { (cursor, root, notes) throws(SourceError) in
            try store(try format.read(cursor, notes), &root, cursor, notes)
        }
    }

    /// Creates a field that is omitted if the property has no value.
    package init<Value>(
        _ name: String, _ summary: String, _ format: Format<Value>,
        ifSet path: any WritableKeyPath<Root, Value?> & Sendable
    ) {
        self.init(name, summary, format, from: { $0[keyPath: path] }) { (value, root, _, _) throws(SourceError) in
            root[keyPath: path] = value
        }
    }

    /// Creates a field that holds a mapping; reading it changes only the given keys.
    ///
    /// `null` restores the defaults.
    package init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>,
        into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(name, summary, schema: format.schemaOrNull, write: { format.write($0[keyPath: path]) }) {
            (cursor, root, notes) throws(SourceError) in
            if cursor.value == .null { root[keyPath: path] = format.defaults }
            try format.read(cursor, into: &root[keyPath: path], notes)
        }
    }

    /// Creates a field that holds an optional mapping.
    ///
    /// Reading it changes only the given keys; a new value begins with the defaults. `null` removes the value.
    package init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>,
        into path: any WritableKeyPath<Root, Value?> & Sendable
    ) {
        self.init(
            name, summary, schema: ["anyOf": [.object(format.schema), ["type": "null"]], "default": .null],
            write: { $0[keyPath: path].map { format.write($0) } ?? .null }
        ) { (cursor, root, notes) throws(SourceError) in
            guard cursor.value != .null else {
                root[keyPath: path] = nil
                return
            }
            var value = root[keyPath: path] ?? format.defaults
            try format.read(cursor, into: &value, notes)
            root[keyPath: path] = value
        }
    }

    /// Returns the field as a field of a type that contains `Root`.
    package func lifted<Whole>(to path: any WritableKeyPath<Whole, Root> & Sendable) -> Field<Whole> {
        let (read, write) = (read, write)
        var field = Field<Whole>(
            name, "", schema: [:], isRequired: isRequired, write: { write($0[keyPath: path]) }
        ) { (cursor, whole, notes) throws(SourceError) in try read(cursor, &whole[keyPath: path], notes) }
        field.makeSchema = makeSchema
        return field
    }

    /// Returns the same field with its default in the schema.
    func documentingDefault(of defaults: Root) -> Field<Root> {
        guard documentsDefault else { return self }
        let (makeSchema, write) = (makeSchema, write)
        var field = self
        field.makeSchema = {
            var schema = makeSchema()
            if schema["default"] == nil, let value = write(defaults) { schema["default"] = value }
            return schema
        }
        return field
    }

    private init(
        _ name: String, _ summary: String, schema: @autoclosure @escaping @Sendable () -> Members,
        isRequired: Bool = false, documentsDefault: Bool = false,
        write: @escaping @Sendable (Root) -> JSONValue?,
        read: @escaping @Sendable (ValueCursor, inout Root, ReadingNotes) throws(SourceError) -> Void
    ) {
        self.name = name
        self.isRequired = isRequired
        makeSchema = { schema().merging(["description": .string(summary)]) { $1 } }
        self.documentsDefault = documentsDefault
        self.write = write
        self.read = read
    }
}
