package import Foundation
package import StructuredText

/// A value whose keys are described by one table: how they are read, written, changed, listed and documented.
package protocol Described: Sendable, Hashable {
    /// The table of the keys.
    static var fields: ObjectFormat<Self> { get }
    /// A value that accepts every change that any value accepts, to check a patch against.
    static var example: Self { get }
}

extension Described {
    package static var example: Self { fields.defaults }

    /// The value as JSON: every key that has a value.
    package var json: [String: JSONValue] { Self.fields.json(of: self) }

    /// Reads some keys into a value.
    ///
    /// - Parameters:
    ///   - values: The keys and their values.
    ///   - value: What changes, all of it or nothing.
    ///   - now: The instant from which offsets count.
    /// - Throws: ``SourceError`` with the keys that lead to what is wrong.
    package static func read(
        _ values: [String: JSONValue], into value: inout Self, at now: Date
    ) throws(SourceError) {
        value = try SourceNode(.object(values)).read { (node) throws(SourceError) in
            var changed = value
            try fields.read(node, into: &changed, ReadingNotes(clock: now, isChange: true))
            return changed
        }
    }
}

/// A described value that stands under its name in a mapping, such as a provider or an integration.
package protocol Named: Described {
    /// The key of the mapping.
    var name: String { get }
    /// Creates the value that has no keys but its name.
    init(named name: String)
    /// Refuses names that the value cannot have.
    static func check(name: String, at position: SourcePosition) throws(SourceError)
    /// Refuses a value whose keys do not fit each other.
    func check(_ node: SourceNode) throws(SourceError)
}

extension Named {
    package static func check(name: String, at position: SourcePosition) throws(SourceError) {}
    package func check(_ node: SourceNode) throws(SourceError) {}
    package static var example: Self { Self(named: "example") }
}
