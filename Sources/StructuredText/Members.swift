/// The members of a JSON object, in their order.
///
/// Objects with the same members are equal in any order. Most have a few members, so a key is compared with one after
/// another, which is faster than hashing it.
package struct Members: Sendable {
    private var elements: [Element]

    /// Creates an object without members.
    package init() { elements = [] }

    /// Creates the members of a dictionary, sorted by key.
    package init(_ dictionary: [String: JSONValue]) {
        elements = dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Creates members whose keys the caller knows to be different.
    package init(uniqueKeysWithValues elements: [Element]) {
        self.elements = elements
    }

    /// Creates members; the last of two equal keys is used.
    init(lastOf members: [(String, JSONValue)]) {
        elements = []
        elements.reserveCapacity(members.count)
        for (key, value) in members { self[key] = value }
    }

    /// The keys.
    package var keys: [String] { elements.map { $0.key } }
    /// The values.
    package var values: [JSONValue] { elements.map { $0.value } }

    /// The same members without an order.
    package var dictionary: [String: JSONValue] { Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }) }

    /// Returns the index of a key; `nil` if the object does not have it.
    package func index(of key: String) -> Int? { elements.firstIndex { $0.key == key } }

    /// The value of a key; a new key is added at the end, and `nil` removes the key.
    package subscript(key: String) -> JSONValue? {
        get { index(of: key).map { elements[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): elements[index].value = value
            case (let index?, nil): elements.remove(at: index)
            case (nil, let value?): elements.append((key, value))
            case (nil, nil): break
            }
        }
    }

    /// Adds the members of another object.
    ///
    /// - Parameters:
    ///   - others: The other object.
    ///   - combine: Returns the value of a key that both have, from this object's value and the other one's.
    package mutating func merge(
        _ others: Members, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows {
        for (key, value) in others { self[key] = try self[key].map { try combine($0, value) } ?? value }
    }

    /// Returns the object with the members of another one; see ``merge(_:uniquingKeysWith:)``.
    package func merging(
        _ others: Members, uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
    ) rethrows -> Members {
        var merged = self
        try merged.merge(others, uniquingKeysWith: combine)
        return merged
    }

    /// Returns the members that satisfy a condition.
    package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Members {
        Members(uniqueKeysWithValues: try elements.filter(isIncluded))
    }

    /// Returns the same keys with other values.
    package func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> Members {
        Members(uniqueKeysWithValues: try elements.map { ($0.key, try transform($0.value)) })
    }
}

extension Members: RandomAccessCollection, ExpressibleByDictionaryLiteral {
    package typealias Element = (key: String, value: JSONValue)

    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }
    package subscript(position: Int) -> Element { elements[position] }

    /// Creates members; the last of two equal keys is used.
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(lastOf: members)
    }
}

extension Members: Hashable {
    package static func == (left: Members, right: Members) -> Bool {
        guard left.count == right.count else { return false }
        return left.indices.allSatisfy { index in
            let (key, value) = left[index]
            return right[index].key == key ? right[index].value == value : right[key] == value
        }
    }

    package func hash(into hasher: inout Hasher) {
        var members = 0
        for (key, value) in self {
            var member = hasher
            member.combine(key)
            member.combine(value)
            // The order does not matter.
            members ^= member.finalize()
        }
        hasher.combine(members)
    }
}

extension Members: Codable {
    /// Decodes an object; a decoder does not tell the order of its keys, so they are sorted.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: JSONValue].self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(dictionary)
    }
}
