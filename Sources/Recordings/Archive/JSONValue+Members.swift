import TVSimStructuredText

extension JSONValue {
    /// The items of an array; empty for any other value.
    var items: [JSONValue] { elements ?? [] }

    /// The number, also one without a fractional part; `nil` if the value has another type.
    var number: Double? {
        if case .number(let number) = self { number } else { integer.map(Double.init) }
    }

    /// Whether the value is `true`.
    var isTrue: Bool { self == .bool(true) }
}
