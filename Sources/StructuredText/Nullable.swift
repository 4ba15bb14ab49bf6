/// A member of an object that is written as `null` if it has no value, instead of being left out.
@propertyWrapper
package struct Nullable<Value: Codable & Sendable>: Codable, Sendable {
    package var wrappedValue: Value?

    /// Creates a member.
    package init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
