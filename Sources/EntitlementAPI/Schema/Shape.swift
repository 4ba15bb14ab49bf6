package import StructuredText

/// What the values of a type have in common on the wire, as far as the Swift type does not say it.
///
/// A type with several shapes has exactly one of them at a time, such as the actions of a session. The table of endpoints
/// gives the shapes of one endpoint; ``Shaped`` gives those of every endpoint.
package struct Shape: Sendable {
    /// The type.
    let type: any (Decodable & Sendable).Type
    /// The members that are always there, beside those that the type demands, with what narrows their values.
    let required: [String: JSONValue]
    /// The members that may be missing, with what narrows their values.
    let optional: [String: JSONValue]
    /// Whether the type's other optional members may be there.
    let isPartial: Bool

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - type: The type, whose coding keys name the members.
    ///   - required: The members that are always there, with a JSON Schema that narrows each; `[:]` narrows nothing.
    ///   - optional: The members that may be missing.
    ///   - isPartial: Whether the type's other optional members may be there too.
    package init(
        of type: any (Decodable & Sendable).Type, _ required: [String: JSONValue] = [:],
        optional: [String: JSONValue] = [:], isPartial: Bool = false
    ) {
        self.type = type
        self.required = required
        self.optional = optional
        self.isPartial = isPartial
    }

    /// Returns the schema of the type's members in this shape.
    func schema(of members: [String: JSONValue], demanded: Set<String>, isClosed: Bool) -> JSONValue {
        let narrowings = required.merging(optional) { required, _ in required }
        let unknown = Set(narrowings.keys).subtracting(members.keys)
        precondition(unknown.isEmpty, "\(type) has no member \(unknown.sorted().joined(separator: ", "))")
        let present = members.filter { name, _ in
            isPartial || demanded.contains(name) || narrowings[name] != nil
        }
        return Schema.object(
            Dictionary(
                uniqueKeysWithValues: present.map { name, schema in
                    (name, narrowings[name].map { Schema.narrow(schema, by: $0) } ?? schema)
                }),
            required: demanded.union(required.keys), isClosed: isClosed)
    }
}

/// A type whose values have the same shapes at every endpoint.
package protocol Shaped: Decodable, Sendable {
    /// The shapes, of which a value has exactly one.
    static var shapes: [Shape] { get }
}

/// A type whose schema stands once in a document, among the components.
package protocol SchemaComponent: Decodable, Sendable {
    /// The schema's name.
    static var schemaName: String { get }
}
