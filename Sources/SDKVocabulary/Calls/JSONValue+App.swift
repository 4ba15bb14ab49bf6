package import TVSimStructuredText

extension JSONValue {
    /// The value as an app receives it: a string, a number, an array or a dictionary; `nil` for JSON's null.
    package var asAppValue: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.compactMap(\.asAppValue)
        case .object(let members): members.dictionary.compactMapValues(\.asAppValue)
        }
    }
}
