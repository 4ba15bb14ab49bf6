/// The keys and indices that lead from a document's outermost value to a value in it.
package indirect enum ValuePath: Sendable, Hashable {
    /// The outermost value.
    case root
    /// The value of a key.
    case member(String, of: ValuePath)
    /// A key itself, which has a place of its own in a text.
    case key(String, of: ValuePath)
    /// An element of an array.
    case item(Int, of: ValuePath)
}

extension ValuePath: CustomStringConvertible {
    /// The path for people, such as `set.enabled` or `accounts[0].name`; that of a key is the path of its object.
    package var description: String {
        switch self {
        case .root: ""
        case .key(_, let object): object.description
        case .member(let key, let object):
            if case let path = object.description, !path.isEmpty { "\(path).\(key)" } else { key }
        case .item(let index, let array): "\(array)[\(index)]"
        }
    }
}
