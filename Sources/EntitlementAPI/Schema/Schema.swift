package import StructuredText

/// The parts of JSON Schema (2020-12) that narrow what a Swift type says.
package enum Schema {
    /// A UUID.
    package static let uuid: JSONValue = ["format": "uuid"]
    /// An absolute URI.
    package static let uri: JSONValue = ["format": "uri"]
    /// An instant, as RFC 3339 writes it.
    package static let instant: JSONValue = ["format": "date-time"]
    /// Base64.
    package static let base64: JSONValue = ["contentEncoding": "base64"]
    /// Base64 of XML, such as a SAML message.
    package static let base64XML: JSONValue = ["contentEncoding": "base64", "contentMediaType": "application/xml"]
    /// An instant as a text of digits.
    package static let millisecondsText: JSONValue = [
        "type": "string", "pattern": "^[0-9]+$", "description": "Milliseconds since 1970, as a text.",
    ]

    /// Returns the schema of one text.
    package static func constant(_ text: String) -> JSONValue { ["const": .string(text)] }

    /// Returns the schema of one word of a type.
    package static func word(_ word: some WireWord) -> JSONValue { constant(word.rawValue) }

    /// Returns the schema of several texts.
    package static func texts(_ texts: [String]) -> JSONValue {
        ["type": "string", "enum": .array(texts.map(JSONValue.string))]
    }

    /// Returns the schema of several words of a type.
    package static func words<Word: WireWord>(_ words: [Word]) -> JSONValue { texts(words.map(\.rawValue)) }

    /// Returns the schema of a text that matches a regular expression.
    package static func pattern(_ expression: String) -> JSONValue {
        ["type": "string", "pattern": .string(expression)]
    }

    /// Returns the schema of a list that is never empty, with what narrows its items.
    package static func nonempty(_ items: JSONValue) -> JSONValue { ["minItems": 1, "items": items] }

    /// Returns a reference to a schema among the document's components.
    package static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// Returns the schema that an example has: every member of an object is required, and `null` stands for a text that may
    /// be `null`.
    package static func example(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null: ["type": ["string", "null"]]
        case .bool: ["type": "boolean"]
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .string: ["type": "string"]
        case .array: ["type": "array"]
        case .object(let members):
            object(members.mapValues(example), required: Set(members.keys), isClosed: true)
        }
    }

    /// Returns the schema of an object whose one key has a list.
    package static func listing(_ key: String, of item: JSONValue) -> JSONValue {
        object([key: ["type": "array", "items": item]], required: [key], isClosed: true)
    }

    /// Returns the schema of an object; a closed one has no members but these.
    static func object(_ members: [String: JSONValue], required: Set<String>, isClosed: Bool) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(members),
            "required": .array(required.sorted().map(JSONValue.string)),
        ]
        if isClosed { schema["additionalProperties"] = false }
        return .object(schema)
    }

    /// Returns a schema with what narrows it: objects are merged member by member, and a constant replaces the schema.
    package static func narrow(_ schema: JSONValue, by narrowing: JSONValue) -> JSONValue {
        guard case .object(let members) = schema, case .object(let narrower) = narrowing,
            narrower["const"] == nil
        else { return narrowing }
        return .object(members.merging(narrower, uniquingKeysWith: narrow))
    }
}
