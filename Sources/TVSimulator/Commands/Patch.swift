package import EntitlementAPI
package import Foundation
import SimulationCore

/// A change of some keys of a described thing, as a mapping of the profile format: the rest stays as it is.
///
/// The values were checked against the format when the patch was made.
package struct Patch<Target: Described>: Sendable, Hashable, Codable {
    /// The keys and values that change.
    package let values: [String: JSONValue]

    /// Creates a patch.
    ///
    /// - Throws: ``ProfileError`` when a key or value is not one of the format's. References to other parts of a world
    ///   are not checked here.
    package init(_ values: [String: JSONValue]) throws(ProfileError) {
        self.values = values
        var example = Target.example
        try Target.read(values, into: &example, at: SimulatedClock.defaultStart)
    }

    init(checked values: [String: JSONValue]) {
        self.values = values
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        try self.init(try container.decode([String: JSONValue].self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    /// Changes a value.
    ///
    /// - Parameters:
    ///   - target: What changes.
    ///   - now: The instant from which offsets such as `+30d` count.
    /// - Throws: ``ProfileError`` when the patch was decoded by another version of the format.
    package func apply(
        to target: inout Target, at now: Date = SimulatedClock.defaultStart
    ) throws(ProfileError) {
        try Target.read(values, into: &target, at: now)
    }
}

/// A part of a world that the profile format describes key by key.
package protocol Described: Sendable, Hashable {
    /// Any value of the type, to check a patch against.
    static var example: Self { get }

    /// Reads some keys of the format into a value; offsets count from an instant.
    static func read(_ values: [String: JSONValue], into value: inout Self, at now: Date) throws(ProfileError)
}

/// A described part, with the table of its keys.
protocol DescribedByFields: Described {
    static var fields: ObjectFormat<Self> { get }
}

extension DescribedByFields {
    package static func read(
        _ values: [String: JSONValue], into value: inout Self, at now: Date
    ) throws(ProfileError) {
        value = try SourceNode(.object(values)).read { (node) throws(ProfileError) in
            var changed = value
            try fields.read(node, into: &changed, ReadingNotes(clock: now, isChange: true))
            return changed
        }
    }

    /// The format of a change of some keys: at least one, since a change of nothing is a line that was not finished.
    static var patchFormat: Format<Patch<Self>> {
        let fields = fields
        return Format(fields.schema.merging(["minProperties": 1]) { $1 }) { (node, notes) throws(ProfileError) in
            guard node.content != .null, node.content != .mapping([]) else {
                throw ProfileError(.wrongValue, at: node.position, "a change needs a key: this one changes nothing")
            }
            let wasChange = notes.isChange
            notes.isChange = true
            defer { notes.isChange = wasChange }
            var example = Self.example
            try fields.read(node, into: &example, notes)
            guard case .object(let values) = node.json else { return Patch(checked: [:]) }
            return Patch(checked: values)
        }
    }
}
