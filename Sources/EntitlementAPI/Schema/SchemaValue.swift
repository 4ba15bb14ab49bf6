import Foundation
package import TVSimStructuredText

/// A type that states its own JSON Schema, as a rule by a table of fields.
package protocol SchemaSource {
    /// Returns the type's JSON Schema.
    static func schema(by reader: SchemaReader) -> JSONValue
}

/// A type that is not encoded as an object of its coding keys.
package protocol SchemaValue: SchemaSource, Decodable {
    /// A sample value.
    static var sample: Self { get }
}

/// A type that is encoded as one of several texts.
package protocol WireWord: RawRepresentable<String>, CaseIterable, SchemaValue, Codable, Hashable, Sendable {}

extension WireWord {
    /// Returns the enumeration of the values.
    package static func schema(by reader: SchemaReader) -> JSONValue { Schema.words(Array(allCases)) }

    /// The first value.
    package static var sample: Self {
        guard let first = allCases.first else { preconditionFailure("\(Self.self) has no cases") }
        return first
    }
}

extension String: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "string"] }
    package static var sample: String { "" }
}

extension SchemaValue where Self: Identifier {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "string"] }
    package static var sample: Self { "" }
}

extension MVPDID: SchemaValue {}
extension RequestorID: SchemaValue {}
extension ResourceID: SchemaValue {}
extension ProviderID: SchemaValue {}

extension Bool: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "boolean"] }
    package static var sample: Bool { false }
}

extension Int: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "integer"] }
    package static var sample: Int { 0 }
}

extension Int64: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "integer"] }
    package static var sample: Int64 { 0 }
}

extension Double: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { ["type": "number"] }
    package static var sample: Double { 0 }
}

extension Array: SchemaSource, SchemaValue where Element: Decodable {
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["type": "array", "items": reader.schema(of: Element.self)]
    }
    package static var sample: [Element] { [] }
}

extension Dictionary: SchemaSource, SchemaValue where Key: Decodable & CodingKeyRepresentable, Value: Decodable {
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["type": "object", "additionalProperties": reader.schema(of: Value.self)]
    }
    package static var sample: [Key: Value] { [:] }
}

extension JSONValue: SchemaValue {
    /// Returns the schema of any value except `null`.
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["type": ["string", "integer", "number", "boolean", "array", "object"]]
    }
    package static var sample: JSONValue { .null }
}

extension Members: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["type": "object", "additionalProperties": reader.schema(of: JSONValue.self)]
    }
    package static var sample: Members { [:] }
}

extension Milliseconds: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue {
        ["type": "integer", "description": "Milliseconds since 1970."]
    }
    package static var sample: Milliseconds { Milliseconds(0) }
}

extension MillisecondsText: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { Schema.millisecondsText }
    package static var sample: MillisecondsText { MillisecondsText(.init(timeIntervalSince1970: 0)) }
}

extension Nullable: SchemaValue {
    /// Returns the schema of the value or `null`.
    package static func schema(by reader: SchemaReader) -> JSONValue { Schema.orNull(reader.schema(of: Value.self)) }
    package static var sample: Nullable { Nullable(wrappedValue: nil) }
}
