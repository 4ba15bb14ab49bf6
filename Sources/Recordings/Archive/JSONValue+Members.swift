package import TVSimStructuredText

extension JSONValue {
    /// The member of an object; `nil` if the value is not an object or has no such member.
    package subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The items of an array; empty for any other value.
    var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }

    /// The members of an object; empty for any other value.
    var members: Members {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The integer; `nil` if the value has another type.
    var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The number, also one without a fractional part; `nil` if the value has another type.
    var number: Double? {
        if case .number(let number) = self { number } else { integer.map(Double.init) }
    }

    /// Whether the value is `true`.
    var isTrue: Bool { self == .bool(true) }
}
