package import TVSimStructuredText

/// Returns the JSON Schema of a type: its own, if it is a ``SchemaSource``, or the one of its `Decodable` conformance.
///
/// Such a type decodes itself from a decoder in which every member is present. A member read with `decode` is required. A
/// member read with `decodeIfPresent` is optional.
package struct SchemaReader: Sendable {
    private let shapes: [ObjectIdentifier: [Shape]]
    private let isClosed: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - shapes: The shapes of one endpoint, which replace the shapes of their types.
    ///   - isClosed: Whether objects have no other members. This is so for responses; requests may have other members.
    package init(shapes: [Shape] = [], isClosed: Bool) {
        self.shapes = Dictionary(grouping: shapes) { ObjectIdentifier($0.type) }
        self.isClosed = isClosed
    }

    /// Returns the schema of a type, or a reference for a ``SchemaComponent``.
    package func schema<Value: Decodable>(of type: Value.Type) -> JSONValue {
        if let component = type as? any SchemaComponent.Type { return Schema.reference(component.schemaName) }
        return definition(of: type)
    }

    /// Returns the schema of a type, never a reference to the type itself.
    package func definition<Value: Decodable>(of type: Value.Type) -> JSONValue {
        if let type = type as? any SchemaSource.Type { return type.schema(by: self) }
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

    /// Returns a sample value of a type.
    fileprivate func sample<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let type = type as? any SchemaValue.Type, let sample = type.sample as? Value { return sample }
        return try type.init(from: Recorder(self))
    }
}

/// A decoder in which every member is present; it records the members that a type reads.
private final class Recorder: Decoder {
    /// The error of a type that is not decoded as an object; its members must be ``SchemaValue`` types.
    struct NotAnObject: Error {}

    let reader: SchemaReader
    var members: Members = [:]
    var optional: Set<String> = []
    var demanded: Set<String> { Set(members.keys).subtracting(optional) }
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ reader: SchemaReader) {
        self.reader = reader
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Recorded<Key>(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnObject() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnObject() }
}

private struct Recorded<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: Recorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    /// Records an optional member: `decodeIfPresent` calls this method first, and `decode` does not.
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
