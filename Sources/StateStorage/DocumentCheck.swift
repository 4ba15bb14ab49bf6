import Foundation

/// Looks through a value for what no document can hold: a number that is not finite, or an instant that is none.
///
/// A store in memory encodes a value only when it is exported. It must refuse such a value when it is written, as the
/// other stores do, because the whole state could not be exported any more. Nothing is encoded, so this takes a small
/// part of the time of `JSONEncoder`.
struct DocumentCheck: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Checks a value and everything in it.
    ///
    /// - Throws: `EncodingError` with the place of the first number or instant that no document can hold.
    static func check<Value: Encodable>(_ value: Value) throws {
        // Comparing types takes an instruction or two each, and casting a value several hundred.
        if Value.self == String.self || Value.self == Int.self || Value.self == Bool.self { return }
        if Value.self == Date.self, let instant = value as? Date {
            guard instant.keptMilliseconds != nil else { throw invalid(value, "it is not an instant") }
            return
        }
        if Value.self == Double.self, let number = value as? Double { return try check(number: number) }
        try value.encode(to: DocumentCheck())
    }

    private static func check<Number: BinaryFloatingPoint>(number: Number) throws {
        guard number.isFinite else { throw invalid(number, "the number is not finite") }
    }

    private static func check<Value: Encodable>(_ value: Value, at key: any CodingKey) throws {
        do {
            try check(value)
        } catch EncodingError.invalidValue(let found, let context) {
            throw EncodingError.invalidValue(
                found,
                .init(codingPath: [key] + context.codingPath, debugDescription: context.debugDescription))
        }
    }

    private static func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: reason))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Items() }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single() }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) {}

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try DocumentCheck.check(value, at: key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { DocumentCheck().container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Items() }
        func superEncoder() -> any Encoder { DocumentCheck() }
        func superEncoder(forKey key: Key) -> any Encoder { DocumentCheck() }
    }

    private struct Items: UnkeyedEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        private(set) var count = 0

        private struct Place: CodingKey {
            let number: Int
            var stringValue: String { "\(number)" }
            var intValue: Int? { number }
            init(_ number: Int) { self.number = number }
            init?(stringValue: String) { nil }
            init?(intValue: Int) { nil }
        }

        mutating func encodeNil() { count += 1 }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try DocumentCheck.check(value, at: Place(count))
            count += 1
        }

        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            count += 1
            return DocumentCheck().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            count += 1
            return Items()
        }

        mutating func superEncoder() -> any Encoder {
            count += 1
            return DocumentCheck()
        }
    }

    private struct Single: SingleValueEncodingContainer {
        var codingPath: [any CodingKey] { [] }

        func encodeNil() {}

        func encode<Value: Encodable>(_ value: Value) throws {
            if Value.self == String.self { return }
            // These types encode themselves as a single value, so they must not come back to this method.
            if let number = value as? any (BinaryFloatingPoint & Encodable) {
                try DocumentCheck.check(number: number)
            } else if !(value is any BinaryInteger) {
                try DocumentCheck.check(value)
            }
        }
    }
}
