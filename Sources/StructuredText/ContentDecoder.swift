import Foundation

/// Decodes a value from content, as `JSONDecoder` does from JSON.
///
/// `JSONDecoder` takes several times as long for the small messages of the wire. `Data` and `URL`, which it decodes from a
/// form of its own, are not supported.
package struct ContentDecoder: Decoder {
    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]
    private let content: JSONValue
    /// The keys above the content that a caller does not add to errors.
    private let path: [any CodingKey]

    private init(_ content: JSONValue, at path: [any CodingKey] = []) {
        self.content = content
        self.path = path
    }

    /// Returns the value that content describes; unknown keys are ignored.
    ///
    /// - Throws: `DecodingError` if the content has another structure.
    package static func value<Value: Decodable>(
        _ type: Value.Type, of content: JSONValue
    ) throws -> Value {
        // Comparing types takes an instruction or two each, and casting a value several hundred.
        if type == String.self {
            guard case .string(let text) = content else { throw mismatch(type) }
            return try known(text)
        }
        if type == Bool.self {
            guard case .bool(let value) = content else { throw mismatch(type) }
            return try known(value)
        }
        if type == Int.self || type == Int64.self {
            guard case .integer(let number) = content else { throw mismatch(type) }
            return type == Int64.self ? try known(number) : try known(Int(exactly: number))
        }
        if type == Double.self {
            switch content {
            case .integer(let number): return try known(Double(number))
            case .number(let number): return try known(number)
            default: throw mismatch(type)
            }
        }
        if type == JSONValue.self { return try known(content) }
        if type == Members.self {
            guard case .object(let members) = content else { throw mismatch(type) }
            return try known(members)
        }
        return try Value(from: ContentDecoder(content))
    }

    /// Returns a value as the type that its caller has found it to have.
    private static func known<Found, Value>(_ found: Found) throws -> Value {
        guard let value = found as? Value else { throw mismatch(Value.self) }
        return value
    }

    /// Decodes the value of a key, which an error then names.
    private static func value<Value: Decodable>(
        _ type: Value.Type, of content: JSONValue, at key: any CodingKey, below path: [any CodingKey]
    ) throws -> Value {
        do {
            return try value(type, of: content)
        } catch let error as DecodingError {
            throw error.below(path + [key])
        }
    }

    fileprivate static func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "expected \(type)"))
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = content else { throw Self.mismatch([String: Any].self) }
        return KeyedDecodingContainer(Object<Key>(members: members, path: path))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = content else { throw Self.mismatch([Any].self) }
        return Items(items: items, path: path)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { Single(content: content) }

    private struct Object<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: Members
        let path: [any CodingKey]
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

        private func content(_ key: Key) throws -> JSONValue {
            guard let content = members[key.stringValue] else {
                throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "the key is missing"))
            }
            return content
        }

        func contains(_ key: Key) -> Bool { members.index(of: key.stringValue) != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try content(key) == .null }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try ContentDecoder.value(type, of: content(key), at: key, below: path)
        }

        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            guard let content = members[key.stringValue], content != .null else { return nil }
            return try ContentDecoder.value(type, of: content, at: key, below: path)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try ContentDecoder(content(key), at: path + [key]).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try ContentDecoder(content(key), at: path + [key]).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { throw ContentDecoder.mismatch(Key.self) }
        func superDecoder(forKey key: Key) throws -> any Decoder { ContentDecoder(try content(key), at: path + [key]) }
    }

    private struct Items: UnkeyedDecodingContainer {
        let items: [JSONValue]
        let path: [any CodingKey]
        var codingPath: [any CodingKey] { [] }
        var count: Int? { items.count }
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex == items.count }

        private mutating func next() throws -> JSONValue {
            guard !isAtEnd else { throw ContentDecoder.mismatch([Any].self) }
            defer { currentIndex += 1 }
            return items[currentIndex]
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, items[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let index = currentIndex
            return try ContentDecoder.value(type, of: next(), at: Index(intValue: index), below: path)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try ContentDecoder(next()).container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try ContentDecoder(next()).unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { ContentDecoder(try next()) }
    }

    /// The place of an item in an array, for errors.
    private struct Index: CodingKey {
        let position: Int
        var intValue: Int? { position }
        var stringValue: String { "\(position)" }

        init(intValue: Int) { position = intValue }
        init?(stringValue: String) { nil }
    }

    private struct Single: SingleValueDecodingContainer {
        let content: JSONValue
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { content == .null }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            // These types decode themselves from a single value, so they must not come back to this method.
            if let kind = type as? any FixedWidthInteger.Type {
                guard case .integer(let number) = content, let value = kind.init(exactly: number) as? Value else {
                    throw ContentDecoder.mismatch(type)
                }
                return value
            }
            if type == Float.self, let value = Float(try ContentDecoder.value(Double.self, of: content)) as? Value {
                return value
            }
            return try ContentDecoder.value(type, of: content)
        }
    }
}

extension DecodingError {
    /// Returns the error of a value inside another one, whose path begins with the keys of the value.
    fileprivate func below(_ keys: [any CodingKey]) -> DecodingError {
        func moved(_ context: Context) -> Context {
            Context(
                codingPath: keys + context.codingPath, debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, moved(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, moved(context))
        case .keyNotFound(let missing, let context): .keyNotFound(missing, moved(context))
        case .dataCorrupted(let context): .dataCorrupted(moved(context))
        @unknown default: self
        }
    }
}
