import Foundation

/// Encodes a value as content, with the keys of each object sorted, as `JSONEncoder` does with `.sortedKeys`.
///
/// The messages of the wire are small, and `JSONEncoder` takes ten times as long for them. `Data` and `URL`, which
/// `JSONEncoder` encodes in a form of its own, are not supported.
package final class ContentEncoder: Encoder {
    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]

    /// A member of an object or an array: encoded, or still open as a nested container.
    private enum Part {
        case content(JSONValue)
        case open(ContentEncoder)

        var content: JSONValue {
            switch self {
            case .content(let content): content
            case .open(let encoder): encoder.content
            }
        }
    }

    private enum Parts {
        case single(JSONValue)
        case entries([(key: String, value: Part)])
        case items([Part])
    }

    private var parts: Parts?

    private init() {}

    /// Returns the content of a value.
    ///
    /// - Throws: `EncodingError` for a number that JSON or 64 bits cannot represent; errors of the value's own encoding.
    package static func content<Value: Encodable>(of value: Value) throws -> JSONValue {
        // Comparing types takes an instruction or two each, and casting a value several hundred.
        if Value.self == String.self, let text = value as? String { return .string(text) }
        if Value.self == Bool.self, let value = value as? Bool { return .bool(value) }
        if Value.self == Int.self, let number = value as? Int { return .integer(Int64(number)) }
        if Value.self == Int64.self, let number = value as? Int64 { return .integer(number) }
        if Value.self == Double.self, let number = value as? Double {
            guard number.isFinite else { throw invalid(value, "JSON has no such number") }
            return Int64(exactly: number).map { .integer($0) } ?? .number(number)
        }
        if Value.self == JSONValue.self, let value = value as? JSONValue {
            return try value.sorted(content(of:))
        }
        if Value.self == Members.self, let members = value as? Members {
            return try JSONValue.object(members).sorted(content(of:))
        }
        let encoder = ContentEncoder()
        try value.encode(to: encoder)
        return encoder.content
    }

    fileprivate static func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: reason))
    }

    private var content: JSONValue {
        switch parts {
        case nil: .object([:])
        case .single(let content): content
        case .entries(let entries):
            .object(
                Members(uniqueKeysWithValues: entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.content) }))
        case .items(let items): .array(items.map(\.content))
        }
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if parts == nil { parts = .entries([]) }
        return KeyedEncodingContainer(Object<Key>(encoder: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if parts == nil { parts = .items([]) }
        return Items(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private func add(_ part: Part, for key: any CodingKey) {
        guard case .entries(var entries)? = parts else { return }
        parts = nil
        entries.append((key.stringValue, part))
        parts = .entries(entries)
    }

    private func add(_ part: Part) {
        guard case .items(var items)? = parts else { return }
        parts = nil
        items.append(part)
        parts = .items(items)
    }

    private func open(_ add: (Part) -> Void) -> ContentEncoder {
        let encoder = ContentEncoder()
        add(.open(encoder))
        return encoder
    }

    private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ContentEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { encoder.add(.content(.null), for: key) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.add(.content(try ContentEncoder.content(of: value)), for: key)
        }

        private func open(_ key: any CodingKey) -> ContentEncoder { encoder.open { encoder.add($0, for: key) } }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { open(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { open(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { open(SuperKey()) }
        func superEncoder(forKey key: Key) -> any Encoder { open(key) }
    }

    private struct SuperKey: CodingKey {
        var stringValue: String { "super" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    private struct Items: UnkeyedEncodingContainer {
        let encoder: ContentEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { if case .items(let items)? = encoder.parts { items.count } else { 0 } }

        func encodeNil() { encoder.add(.content(.null)) }

        func encode<Value: Encodable>(_ value: Value) throws {
            encoder.add(.content(try ContentEncoder.content(of: value)))
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.open { encoder.add($0) }.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            encoder.open { encoder.add($0) }.unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.open { encoder.add($0) } }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ContentEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.parts = .single(.null) }

        func encode<Value: Encodable>(_ value: Value) throws {
            let content: JSONValue
            // These types encode themselves as a single value, so they must not come back to this method.
            if let number = value as? any (BinaryInteger & Encodable) {
                guard let integer = Int64(exactly: number) else { throw invalid(value, "the number needs 65 bits") }
                content = .integer(integer)
            } else if let number = value as? Float {
                content = try ContentEncoder.content(of: Double(number))
            } else {
                content = try ContentEncoder.content(of: value)
            }
            encoder.parts = .single(content)
        }
    }
}
