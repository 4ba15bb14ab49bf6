package import StructuredText

/// Reads the JSON Schema of a type from the type's own `Decodable` conformance.
///
/// The type decodes itself from a decoder that has every member. A member that the type decodes is required; one that it
/// decodes if present is optional.
package struct SchemaReader: Sendable {
    private let shapes: [ObjectIdentifier: [Shape]]
    private let isClosed: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - shapes: The shapes of one endpoint, which replace those of their types.
    ///   - isClosed: Whether objects have no members but those of their types, as answers do. Requests may have others.
    package init(shapes: [Shape] = [], isClosed: Bool) {
        self.shapes = Dictionary(grouping: shapes) { ObjectIdentifier($0.type) }
        self.isClosed = isClosed
    }

    /// Returns the schema of a type; that of a ``SchemaComponent`` is a reference.
    package func schema<Value: Decodable>(of type: Value.Type) -> JSONValue {
        if let component = type as? any SchemaComponent.Type { return Schema.reference(component.schemaName) }
        return definition(of: type)
    }

    /// Returns the schema of a type itself, and not a reference.
    package func definition<Value: Decodable>(of type: Value.Type) -> JSONValue {
        if let type = type as? any SchemaValue.Type { return type.schema(by: self) }
        let recorder = Recorder(self)
        do {
            _ = try type.init(from: recorder)
        } catch {
            preconditionFailure("the schema of \(type) cannot be read: \(error)")
        }
        let shapes = shapes[ObjectIdentifier(type)] ?? (type as? any Shaped.Type)?.shapes ?? []
        let variants = (shapes.isEmpty ? [Shape(of: Never.self, isPartial: true)] : shapes).map {
            $0.schema(of: recorder.members, demanded: recorder.demanded, isClosed: isClosed)
        }
        return variants.count == 1 ? variants[0] : ["oneOf": .array(variants)]
    }

    /// Returns any value of a type.
    fileprivate func sample<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let type = type as? any SchemaValue.Type, let sample = type.sample as? Value { return sample }
        return try type.init(from: Recorder(self))
    }
}

/// The decoder that a type decodes itself from: it has every member, and records which are asked for.
private final class Recorder: Decoder {
    /// The type keeps its members' values to itself: they are samples.
    struct NotAnObject: Error {}

    let reader: SchemaReader
    var members: [String: JSONValue] = [:]
    var optional: Set<String> = []
    var demanded: Set<String> { Set(members.keys).subtracting(optional) }
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ reader: SchemaReader) {
        self.reader = reader
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnObject() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnObject() }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: Recorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    /// `decodeIfPresent` asks this before it decodes, and `decode` does not.
    func contains(_ key: Key) -> Bool {
        recorder.optional.insert(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        recorder.members[key.stringValue] = recorder.reader.schema(of: type)
        return try recorder.reader.sample(of: type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Recorder.NotAnObject() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Recorder.NotAnObject()
    }
    func superDecoder() throws -> any Decoder { throw Recorder.NotAnObject() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Recorder.NotAnObject() }
}
