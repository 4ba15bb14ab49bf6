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
    package func read(_ cursor: ValueCursor, into root: inout Root, _ notes: ReadingNotes) throws(SourceError) {
        guard case .object(let members) = cursor.value else {
            // `device:` without a value changes nothing.
            if cursor.value == .null, !fields.contains(where: \.isRequired) { return }
            throw .wrongType(cursor, expected: "a mapping (\(title))")
        }
        for (key, _) in members where !fields.contains(where: { $0.name == key }) {
            let names = fields.map(\.name) + suggestedKeys
            let hint = Suggestion.closest(to: key, among: names)
            let known = hint == nil ? " (known: \(names.joined(separator: ", ")))" : ""
            throw SourceError(
                .unknownKey, at: .key(key, of: cursor.path), "\(title) has no key '\(key)'\(known)",
                suggestion: hint)
        }
        for field in fields {
            if let value = members[field.name] {
                try field.read(ValueCursor(value, at: .member(field.name, of: cursor.path)), &root, notes)
            } else if field.isRequired {
                throw SourceError(.missingKey, at: cursor.path, "\(title) needs the key '\(field.name)'")
            }
        }
    }

    /// Returns what is written for a value: the fields in order, without those that have no value.
    package func write(_ root: Root) -> JSONValue {
        .object(json(of: root))
    }

    /// Returns a value as JSON: the fields in order, without those that have no value.
    package func json(of root: Root) -> Members {
        Members(
            uniqueKeysWithValues: fields.compactMap { field in field.write(root).map { (field.name, $0) } })
    }

    /// The JSON Schema of the mapping.
    package var schema: Members {
        var schema: Members = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Members(uniqueKeysWithValues: fields.map { ($0.name, .object($0.schema)) })),
        ]
        let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return schema
    }

    /// The JSON Schema of the mapping or `null`; without `null` if a field is required.
    package var schemaOrNull: Members {
        guard !fields.contains(where: \.isRequired) else { return schema }
        return schema.merging(["type": ["object", "null"]]) { $1 }
    }

    /// The JSON Schemas of the keys in a listing.
    ///
    /// They contain no defaults, and no `null` for a default mapping, because a listing contains the values in force.
    package var listedProperties: Members {
        var properties: Members = [:]
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
        omittingNull: Bool = false, adding further: Members = [:], optional: Set<String> = []
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
        Format(schemaOrNull, write: write) { (cursor, notes) throws(SourceError) in
            var value = start
            try read(cursor, into: &value, notes)
            return value
        }
    }
}
