package import Foundation

/// A value whose keys are described by one table, from which they are read, written, changed, listed and documented.
package protocol TableDescribed: Sendable {
    /// The table of the keys.
    static var fields: ObjectFormat<Self> { get }
    /// A value to check patches against, which accepts every change that is valid for some value.
    static var example: Self { get }
}

extension TableDescribed {
    package static var example: Self { fields.defaults }

    /// The value as JSON, without keys that have no value.
    package var json: Members { Self.fields.json(of: self) }

    /// Changes the given keys of a value, or nothing if an error is thrown.
    ///
    /// - Parameters:
    ///   - values: The keys and their new values.
    ///   - value: The value to change.
    ///   - now: The instant from which offsets count.
    /// - Throws: ``SourceError`` with the path of the invalid key or value.
    package static func read(
        _ values: Members, into value: inout Self, at now: Date
    ) throws(SourceError) {
        var changed = value
        try fields.read(
            ValueCursor(.object(values)), into: &changed, ReadingNotes(clock: now, isChange: true))
        value = changed
    }
}

/// A described value in a mapping, whose key is its name, such as a provider or an integration.
package protocol Named: TableDescribed {
    /// The key of the mapping.
    var name: String { get }
    /// Creates a value with default values for all keys.
    init(named name: String)
    /// Validates a name; throws ``SourceError`` if the value cannot have it.
    static func check(name: String, at path: ValuePath) throws(SourceError)
    /// Validates the value; throws ``SourceError`` if its keys contradict each other.
    func check(_ cursor: ValueCursor) throws(SourceError)
}

extension Named {
    package static func check(name: String, at path: ValuePath) throws(SourceError) {}
    package func check(_ cursor: ValueCursor) throws(SourceError) {}
    package static var example: Self { Self(named: "example") }
}
