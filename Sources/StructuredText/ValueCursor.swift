/// A value with the path that leads to it, which the errors of a reader carry.
package struct ValueCursor: Sendable, Hashable {
    /// The value.
    package let value: JSONValue
    /// The keys and indices that lead to the value.
    package let path: ValuePath

    /// Creates a cursor, as a rule at the outermost value.
    package init(_ value: JSONValue, at path: ValuePath = .root) {
        self.value = value
        self.path = path
    }

    /// A member of an object.
    package struct Entry: Sendable {
        /// The key.
        package let key: String
        /// The value.
        package let value: ValueCursor
        private let object: ValuePath
        /// The path to the key itself.
        package var path: ValuePath { .key(key, of: object) }

        fileprivate init(_ member: Members.Element, of object: ValuePath) {
            key = member.key
            value = ValueCursor(member.value, at: .member(member.key, of: object))
            self.object = object
        }
    }

    /// The value of a key; `nil` if the value is not an object or the key is missing.
    package subscript(key: String) -> ValueCursor? {
        guard case .object(let members) = value else { return nil }
        return members[key].map { ValueCursor($0, at: .member(key, of: path)) }
    }

    /// Returns a member of an object by its index, which must exist.
    package func entry(at index: Int) -> Entry {
        guard case .object(let members) = value else { preconditionFailure("the value is not an object") }
        return Entry(members[index], of: path)
    }

    /// The members of an object in their order; `nil` if the value is not an object.
    package var entries: [Entry]? {
        guard case .object(let members) = value else { return nil }
        return members.map { Entry($0, of: path) }
    }

    /// The elements of an array; `nil` if the value is not an array.
    package var items: [ValueCursor]? {
        guard case .array(let items) = value else { return nil }
        return items.enumerated().map { ValueCursor($1, at: .item($0, of: path)) }
    }

    /// The name of the value's type, for error messages.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a Boolean value"
        case .integer, .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "a mapping"
        }
    }
}
