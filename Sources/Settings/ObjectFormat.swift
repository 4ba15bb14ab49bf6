package import StructuredText

/// A mapping with known keys: the table of its fields.
///
/// ```swift
/// static let fields = ObjectFormat<TempPass>(
///     title: "tempPass", defaults: TempPass(),
///     fields: [
///         Field("duration", "The duration of the trial.", Formats.duration, required: true, into: \.duration),
///         Field("resources", "How many resources it opens.", Formats.count().orNull, into: \.resources),
///     ])
/// ```
package struct ObjectFormat<Root: Sendable>: Sendable {
    /// What the mapping describes, for error messages.
    package let title: String
    /// The fields, in the order in which they are read, written and documented.
    package let fields: [Field<Root>]
    /// The value of a mapping without keys.
    package let defaults: Root
    /// Keys of other mappings that are valid at the same position, for suggestions in error messages.
    package let suggestedKeys: [String]

    /// Creates a table, and adds the default of each field to its schema.
    package init(title: String, defaults: Root, fields: [Field<Root>], suggestedKeys: [String] = []) {
        self.title = title
        self.defaults = defaults
        self.fields = fields.map { $0.documentingDefault(of: defaults) }
        self.suggestedKeys = suggestedKeys
    }

    /// Reads the given keys of a mapping into a value; other keys keep their values.
    ///
    /// - Throws: ``SourceError`` for an unknown or missing key, and what a field throws.
    package func read(_ node: SourceNode, into root: inout Root, _ notes: ReadingNotes) throws(SourceError) {
        guard case .mapping(let entries) = node.content else {
            // `device:` without a value changes nothing.
            if node.content == .null, !fields.contains(where: \.isRequired) { return }
            throw .wrongType(node, expected: "a mapping (\(title))")
        }
        for entry in entries where !fields.contains(where: { $0.name == entry.key }) {
            let names = fields.map(\.name) + suggestedKeys
            let hint = Suggestion.closest(to: entry.key, among: names)
            let known = hint == nil ? " (known: \(names.joined(separator: ", ")))" : ""
            throw SourceError(
                .unknownKey, at: entry.position, "\(title) has no key '\(entry.key)'\(known)", suggestion: hint)
        }
        for field in fields {
            if let entry = node.entry(field.name) {
                try field.read(entry.value, &root, notes)
            } else if field.isRequired {
                throw SourceError(.missingKey, at: node.position, "\(title) needs the key '\(field.name)'")
            }
        }
    }

    /// Returns a value's content: the fields in order, without those that have no value.
    package func write(_ root: Root) -> SourceNode.Content {
        .mapping(
            fields.compactMap { field in
                field.write(root).map {
                    SourceNode.Entry(
                        key: field.name, position: .start, value: SourceNode(content: $0, position: .start))
                }
            })
    }

    /// Returns a value as JSON, without fields that have no value.
    package func json(of root: Root) -> [String: JSONValue] {
        var json: [String: JSONValue] = [:]
        for field in fields { json[field.name] = field.write(root).map { $0.json } }
        return json
    }

    /// The JSON Schema of the mapping.
    package var schema: [String: JSONValue] {
        var schema: [String: JSONValue] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Dictionary(fields.map { ($0.name, .object($0.schema)) }) { first, _ in first }),
        ]
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    /// The JSON Schema of the mapping or `null`; without `null` if a field is required.
    package var schemaOrNull: [String: JSONValue] {
        guard !fields.contains(where: \.isRequired) else { return schema }
        return schema.merging(["type": ["object", "null"]]) { $1 }
    }

    /// The JSON Schemas of the keys in a listing.
    ///
    /// They contain no defaults, and no `null` for a default mapping, because a listing contains the values in force.
    package var listedProperties: [String: JSONValue] {
        var properties: [String: JSONValue] = [:]
        for field in fields {
            var schema = field.schema
            schema["default"] = nil
            if schema["type"] == ["object", "null"] { schema["type"] = "object" }
            properties[field.name] = .object(schema)
        }
        return properties
    }

    /// Returns the JSON Schema of a value in a listing: the keys of ``json(of:)`` and further keys.
    ///
    /// A key of the table is required if the defaults have a value for it.
    ///
    /// - Parameters:
    ///   - omittingNull: Whether the listing omits keys whose value is `null`.
    ///   - further: The schemas of keys that are not in the table, or that the listing writes differently.
    ///   - optional: The keys that the listing may omit.
    /// - Returns: The schema of an object without other keys.
    package func listingSchema(
        omittingNull: Bool = false, adding further: [String: JSONValue] = [:], optional: Set<String> = []
    ) -> JSONValue {
        let written = json(of: defaults).filter { !omittingNull || $0.value != .null }
        let required = Set(written.keys).union(further.keys).subtracting(optional)
        return [
            "type": "object", "additionalProperties": false,
            "properties": .object(listedProperties.merging(further) { $1 }),
            "required": .array(required.sorted().map(JSONValue.string)),
        ]
    }

    /// The format of a whole value; keys that are not given have their defaults.
    package var format: Format<Root> { format(startingFrom: defaults) }

    /// Returns the format of a whole value; keys that are not given are those of `start`.
    package func format(startingFrom start: Root) -> Format<Root> {
        Format(schemaOrNull, write: write) { (node, notes) throws(SourceError) in
            var value = start
            try read(node, into: &value, notes)
            return value
        }
    }
}
