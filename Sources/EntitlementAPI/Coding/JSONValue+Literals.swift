extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a list.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates a map; of two values under one key the last counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
