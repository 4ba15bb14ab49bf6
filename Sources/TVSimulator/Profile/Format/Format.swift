import EntitlementAPI
import Foundation
import SimulationCore

/// How one kind of value is written in a profile: what reads it, and the JSON Schema of what it takes.
///
/// Both come from one description, so that the decoder, the schema and the suggestions of error messages cannot drift
/// apart.
struct Format<Value: Sendable>: Sendable {
    /// The JSON Schema of what is taken.
    let schema: [String: JSONValue]
    /// Reads a value.
    let read: @Sendable (SourceNode, ReadingNotes) throws(ProfileError) -> Value

    init(
        _ schema: [String: JSONValue],
        read: @escaping @Sendable (SourceNode, ReadingNotes) throws(ProfileError) -> Value
    ) {
        self.schema = schema
        self.read = read
    }

    /// A format that reads the same and makes another value of it.
    func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> Format<Other> {
        let read = read
        return Format<Other>(schema) { (node, notes) throws(ProfileError) in transform(try read(node, notes)) }
    }

    /// The same format, which also writes down what a name refers to, to be checked when all is read.
    func referring(to kind: Reference.Kind) -> Format<Value> where Value == String {
        let read = read
        return Format(schema) { (node, notes) throws(ProfileError) in
            let name = try read(node, notes)
            notes.references.append(Reference(kind: kind, name: name, position: node.position))
            return name
        }
    }

    /// The same format, or `null`.
    var orNull: Format<Value?> {
        let read = read
        return Format<Value?>(["anyOf": [.object(schema), ["type": "null"]]]) { (node, notes) throws(ProfileError) in
            node.content == .null ? nil : try read(node, notes)
        }
    }
}

/// What is noticed while a document is read and judged when all of it is known.
final class ReadingNotes {
    var references: [Reference] = []
    /// The instant from which offsets count where a value has to be an instant at once: the profile's clock, or the
    /// device's at the moment of a change.
    var clock: Date
    /// Whether what is read changes something that is there, and does not describe it from nothing.
    var isChange: Bool

    init(clock: Date = SimulatedClock.defaultStart, isChange: Bool = false) {
        self.clock = clock
        self.isChange = isChange
    }
}

/// A name that refers to something else in the profile.
struct Reference: Sendable {
    enum Kind: Sendable, Hashable {
        case provider
        /// A provider that the system's picker lists.
        case pickerProvider
        /// A provider at which people sign in at system level.
        case accountProvider
        case subscriber(provider: String)
        case anySubscriber
        case requestor
        case mvpd(requestor: String)
        case anyMVPD
        /// An MVPD, or a part of its id between commas, as an expectation is taken apart.
        case shownMVPD
    }

    let kind: Kind
    let name: String
    let position: SourcePosition
}

extension ProfileError {
    /// A value of another type than its key takes.
    static func wrongType(_ node: SourceNode, expected: String) -> ProfileError {
        var reason = "expected \(expected), found \(node.kind)"
        if expected.hasPrefix("text") {
            switch node.content {
            case .integer, .number, .bool: reason += " (in quotes it is text)"
            default: break
            }
        }
        return ProfileError(.wrongType, at: node.position, reason)
    }
}
