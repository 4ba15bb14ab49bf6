import TVSimEntitlementAPI
import TVSimStructuredText

/// The keys of a JSON answer with their types, and its code words: what a sample of the documentation shows, without its
/// texts.
indirect enum SampleShape: Hashable, Sendable {
    /// Any text.
    case text
    /// A text of digits: an instant in milliseconds.
    case digits
    /// Any number without a fraction.
    case number
    /// This number: the status inside an error.
    case exactly(Int64)
    case flag
    case null
    /// A code word, or a name of the world.
    case word(String)
    /// A text that begins like this: a prefix that means something, or a path that ends in a code.
    case beginning(String)
    /// An address, whoever serves it, and the names in its query.
    case address(String, query: Set<String>)
    /// One item or more.
    case list(of: SampleShape)
    /// These items, in this order.
    case items([SampleShape])
    /// These members and no others.
    case object([String: SampleShape])
    /// A member that may be left out.
    case optional(SampleShape)
}

extension SampleShape {
    /// Says where a value differs; empty: nowhere.
    func differences(in value: JSONValue, at path: String = "$") -> [String] {
        switch (self, value) {
        case (.optional(let shape), _):
            return shape.differences(in: value, at: path)
        case (.object(let shapes), .object(let members)):
            let missing = shapes.filter { name, shape in members[name] == nil && !shape.isOptional }.keys
            let surplus = Set(members.keys).subtracting(shapes.keys)
            return missing.sorted().map { "\(path).\($0) is missing" } + surplus.sorted().map { "\(path).\($0) is new" }
                + members.flatMap { name, member in
                    shapes[name]?.differences(in: member, at: "\(path).\(name)") ?? []
                }
        case (.list(let shape), .array(let items)) where !items.isEmpty:
            return items.enumerated().flatMap { shape.differences(in: $1, at: "\(path)[\($0)]") }
        case (.items(let shapes), .array(let items)):
            guard shapes.count == items.count else { return ["\(path) has \(items.count) items"] }
            return zip(shapes, items).enumerated().flatMap { $1.0.differences(in: $1.1, at: "\(path)[\($0)]") }
        default:
            return matches(value) ? [] : ["\(path) is \(value), not \(self)"]
        }
    }

    private func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text, .string), (.number, .integer), (.flag, .bool), (.null, .null): true
        case (.digits, .string(let text)): !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
        case (.exactly(let number), .integer(let found)): number == found
        case (.word(let word), .string(let text)): word == text
        case (.beginning(let prefix), .string(let text)): text.hasPrefix(prefix) && text != prefix
        case (.address(let path, let query), .string(let text)): SampleAddress(text).matches(path, query)
        default: false
        }
    }

    private var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// The shape with another one at a place, or with none there; `*` is every member and every item.
    func replacing(_ place: ArraySlice<String>, with shape: SampleShape?) -> SampleShape? {
        guard let name = place.first else { return shape }
        let rest = place.dropFirst()
        switch self {
        case .object(var shapes):
            for key in name == "*" ? Array(shapes.keys) : [name] {
                if let old = shapes[key] {
                    shapes[key] = old.replacing(rest, with: shape)
                } else if rest.isEmpty {
                    shapes[key] = shape
                }
            }
            return .object(shapes)
        case .list(let item): return .list(of: item.replacing([name] == ["*"] ? rest : place, with: shape) ?? item)
        case .items(let items):
            return .items(
                items.enumerated().map { index, item in
                    name == "*" || name == String(index) ? item.replacing(rest, with: shape) ?? item : item
                })
        default: return self
        }
    }
}

/// An address without its host, and the names in its query.
struct SampleAddress: Hashable, Sendable {
    let path: String
    let names: Set<String>

    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0]).replacing(/^https?:\/\/[^\/]*/, with: "")
        names = Set((FormCoding.decode(parts.count > 1 ? String(parts[1]) : "") ?? []).map(\.name))
    }

    func matches(_ path: String, _ query: Set<String>) -> Bool {
        self.path == path && names == query
    }
}
