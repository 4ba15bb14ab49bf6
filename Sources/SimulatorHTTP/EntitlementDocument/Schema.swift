import EntitlementAPI
import StructuredText
import TVSimulator

/// The pieces of JSON Schema (2020-12) of which the schemas of the wire are made.
enum Schema {
    static let text: JSONValue = ["type": "string"]
    static let flag: JSONValue = ["type": "boolean"]
    /// A boolean of XML Schema, as a query has it.
    static let booleanText = names(["true", "false", "1", "0"])
    static let integer: JSONValue = ["type": "integer"]
    static let uuid: JSONValue = ["type": "string", "format": "uuid"]
    static let address: JSONValue = ["type": "string", "format": "uri"]
    /// An instant as a number: profiles and decisions.
    static let milliseconds: JSONValue = ["type": "integer", "description": "Milliseconds since 1970."]
    /// An instant as a text of digits: codes.
    static let millisecondsText: JSONValue = [
        "type": "string", "pattern": "^[0-9]+$", "description": "Milliseconds since 1970, as a text.",
    ]

    /// An object that has these members and no others.
    static func object(_ required: [String: JSONValue], optional: [String: JSONValue] = [:]) -> JSONValue {
        [
            "type": "object", "properties": .object(required.merging(optional) { member, _ in member }),
            "required": .array(required.keys.sorted().map(JSONValue.string)), "additionalProperties": false,
        ]
    }

    /// An object of a request: members that it does not know are passed over.
    static func fields(_ required: [String: JSONValue], optional: [String: JSONValue] = [:]) -> JSONValue {
        [
            "type": "object", "properties": .object(required.merging(optional) { member, _ in member }),
            "required": .array(required.keys.sorted().map(JSONValue.string)),
        ]
    }

    /// An object whose members have names of their own choice, such as MVPDs.
    static func map(of value: JSONValue) -> JSONValue {
        ["type": "object", "additionalProperties": value]
    }

    static func list(of item: JSONValue, atLeast minimum: Int64 = 0) -> JSONValue {
        ["type": "array", "items": item, "minItems": .integer(minimum)]
    }

    /// One of a type's words.
    static func words<Word: RawRepresentable>(_ words: [Word]) -> JSONValue where Word.RawValue == String {
        names(words.map(\.rawValue))
    }

    static func names(_ names: [String]) -> JSONValue {
        ["type": "string", "enum": .array(names.map(JSONValue.string))]
    }

    static func word<Word: RawRepresentable>(_ word: Word) -> JSONValue where Word.RawValue == String {
        ["const": .string(word.rawValue)]
    }

    /// A text or `null`.
    static let textOrNull: JSONValue = ["type": ["string", "null"]]

    /// Exactly one of several shapes.
    static func one(of shapes: [JSONValue]) -> JSONValue {
        ["oneOf": .array(shapes)]
    }

    /// A schema that stands under its name among the document's components.
    static func named(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }
}
