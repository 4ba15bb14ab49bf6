package import TVSimStructuredText

/// Creates JSON Schemas (2020-12) that restrict the schema of a Swift type.
package enum Schema {
    /// A UUID.
    package static let uuid: JSONValue = ["format": "uuid"]
    /// An absolute URI.
    package static let uri: JSONValue = ["format": "uri"]
    /// A time in RFC 3339 format.
    package static let instant: JSONValue = ["format": "date-time"]
    /// Base64.
    package static let base64: JSONValue = ["contentEncoding": "base64"]
    /// XML in Base64, such as a SAML message.
    package static let base64XML: JSONValue = ["contentEncoding": "base64", "contentMediaType": "application/xml"]
    /// Milliseconds since 1970 as a text of digits.
    package static let millisecondsText: JSONValue = [
        "type": "string", "pattern": "^[0-9]+$", "description": "Milliseconds since 1970, as a string.",
    ]

    /// Returns the schema of a constant text.
    package static func constant(_ text: String) -> JSONValue { ["const": .string(text)] }

    /// Returns the schema of one value of a wire type.
    package static func word(_ word: some WireWord) -> JSONValue { constant(word.rawValue) }

    /// Returns the schema of an enumeration of texts.
    package static func texts(_ texts: [String]) -> JSONValue {
        ["type": "string", "enum": .array(texts.map(JSONValue.string))]
    }

    /// Returns the schema of an enumeration of values of a wire type.
    package static func words<Word: WireWord>(_ words: [Word]) -> JSONValue { texts(words.map(\.rawValue)) }

    /// Returns the schema of a text that matches a regular expression.
    package static func pattern(_ expression: String) -> JSONValue {
        ["type": "string", "pattern": .string(expression)]
    }

    /// Returns the schema of a value that may be `null`.
    package static func orNull(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema, let type = members["type"]?.string, members.count == 1 else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        members["type"] = [.string(type), "null"]
        return .object(members)
    }

    /// Returns the schema of a list with at least one item.
    package static func nonempty(_ items: JSONValue) -> JSONValue { ["minItems": 1, "items": items] }

    /// Returns a reference to a schema in the document's components.
    package static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// Returns the schema of an example.
    ///
    /// Every member of an object is required, and `null` represents a text that may be `null`.
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

    /// Returns the schema of an object with one key, whose value is a list.
    package static func listing(_ key: String, of item: JSONValue) -> JSONValue {
        object([key: ["type": "array", "items": item]], required: [key], isClosed: true)
    }

    /// Returns the schema of an object; a closed object has no other members.
    static func object(_ members: Members, required: Set<String>, isClosed: Bool) -> JSONValue {
        var schema: Members = [
            "type": "object", "properties": .object(members),
            "required": .array(required.sorted().map(JSONValue.string)),
        ]
        if isClosed { schema["additionalProperties"] = false }
        return .object(schema)
    }

    /// Returns a restricted schema: objects are merged recursively, and a constant replaces the schema.
    package static func narrow(_ schema: JSONValue, by narrowing: JSONValue) -> JSONValue {
        guard case .object(let members) = schema, case .object(let narrower) = narrowing,
            narrower["const"] == nil
        else { return narrowing }
        return .object(members.merging(narrower, uniquingKeysWith: narrow))
    }
}
