import EntitlementAPI

extension Field {
    /// Creates a field that holds a mapping, of which only the keys that are given change.
    ///
    /// `null` returns it to what stands at the beginning.
    init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>, startingFrom start: Value,
        into path: any WritableKeyPath<Root, Value> & Sendable
    ) {
        self.init(name, summary, schema: format.schemaOrNothing) { (node, root, notes) throws(ProfileError) in
            if node.content == .null { root[keyPath: path] = start }
            try format.read(node, into: &root[keyPath: path], notes)
        }
    }

    /// Creates a field that holds a mapping or nothing.
    ///
    /// Only the keys that are given change; where there was nothing, they change what stands at the beginning. `null`
    /// removes it all.
    init<Value>(
        _ name: String, _ summary: String, merging format: ObjectFormat<Value>, startingFrom start: Value,
        into path: any WritableKeyPath<Root, Value?> & Sendable
    ) {
        let schema: [String: JSONValue] = ["anyOf": [.object(format.schema), ["type": "null"]], "default": .null]
        self.init(name, summary, schema: schema) { (node, root, notes) throws(ProfileError) in
            guard node.content != .null else {
                root[keyPath: path] = nil
                return
            }
            var value = root[keyPath: path] ?? start
            try format.read(node, into: &value, notes)
            root[keyPath: path] = value
        }
    }

    /// The same field of a part, as a field of the whole.
    func lifted<Whole>(to path: any WritableKeyPath<Whole, Root> & Sendable) -> Field<Whole> {
        let read = read
        return Field<Whole>(name: name, isRequired: isRequired, schema: schema) {
            (node, whole, notes) throws(ProfileError) in try read(node, &whole[keyPath: path], notes)
        }
    }

    private init(
        _ name: String, _ summary: String, schema: [String: JSONValue],
        read: @escaping @Sendable (SourceNode, inout Root, ReadingNotes) throws(ProfileError) -> Void
    ) {
        var schema = schema
        schema["description"] = .string(summary)
        self.init(name: name, isRequired: false, schema: schema, read: read)
    }
}
