package import TVSimStructuredText

/// A document from outside with one number at an extreme.
package struct ExtremeNumber: Sendable, CustomStringConvertible {
    /// The numbers at which programs that trust a document fail.
    private static let extremes: [JSONValue] = [
        .integer(.min), -1, 10_000_000_000_000_000, .integer(.max), .number(1e300),
    ]

    /// The changed document.
    package let document: JSONValue
    /// The place of the number and the number.
    package let description: String

    /// Creates a changed document.
    package init(document: JSONValue, description: String) {
        (self.document, self.description) = (document, description)
    }

    /// Returns a document with each number at each extreme, one at a time.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - kind: Returns what places have in common of which one is enough.
    /// - Returns: The changed documents.
    package static func all(
        of document: JSONValue, onceFor kind: (_ path: [String]) -> [String] = { $0 }
    ) -> [ExtremeNumber] {
        var seen: Set<[String]> = []
        return document.numbers.filter { seen.insert(kind($0)).inserted }.flatMap { path in
            extremes.map { number in
                ExtremeNumber(
                    document: document.replacing(path[...], by: number),
                    description: "\(path.joined(separator: ".")) = \(JSONText.line(ordered: number))")
            }
        }
    }
}

extension JSONValue {
    /// The paths of all numbers: keys and indexes.
    fileprivate var numbers: [[String]] {
        switch self {
        case .integer, .number: [[]]
        case .array(let items): items.indices.flatMap { index in items[index].numbers.map { ["\(index)"] + $0 } }
        case .object(let members): members.flatMap { member in member.value.numbers.map { [member.key] + $0 } }
        case .null, .bool, .string: []
        }
    }

    fileprivate func replacing(_ path: ArraySlice<String>, by value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        let rest = path.dropFirst()
        switch self {
        case .array(var items):
            guard let index = Int(name) else { return self }
            items[index] = items[index].replacing(rest, by: value)
            return .array(items)
        case .object(var members):
            members[name] = members[name]?.replacing(rest, by: value)
            return .object(members)
        default: return self
        }
    }
}
