package import TVSimStructuredText

/// Restrictions on the JSON of a type that the Swift type does not express.
///
/// If a type has several shapes, such as the actions of a session, a value has exactly one of them. The endpoint table
/// gives shapes for one endpoint, ``Shaped`` for all endpoints.
package struct Shape: Sendable {
    /// The type.
    let type: any (Decodable & Sendable).Type
    /// Members that are required in addition to those of the type, with schemas that restrict them.
    let required: Members
    /// Optional members, with schemas that restrict them.
    let optional: Members
    /// Whether the type's other optional members are allowed.
    let isPartial: Bool

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - type: The type, whose coding keys name the members.
    ///   - required: The required members, each with a JSON Schema that restricts it; `[:]` adds no restriction.
    ///   - optional: The optional members.
    ///   - isPartial: Whether the type's other optional members are allowed.
    package init(
        of type: any (Decodable & Sendable).Type, _ required: Members = [:],
        optional: Members = [:], isPartial: Bool = false
    ) {
        self.type = type
        self.required = required
        self.optional = optional
        self.isPartial = isPartial
    }

    /// Returns the schema of this shape from the schemas of the type's members.
    func schema(of members: Members, demanded: Set<String>, isClosed: Bool) -> JSONValue {
        let narrowings = required.merging(optional) { required, _ in required }
        let unknown = Set(narrowings.keys).subtracting(members.keys)
        precondition(unknown.isEmpty, "\(type) has no member \(unknown.sorted().joined(separator: ", "))")
        let present = members.filter { name, _ in
            isPartial || demanded.contains(name) || narrowings[name] != nil
        }
        return Schema.object(
            Members(
                uniqueKeysWithValues: present.map { name, schema in
                    (name, narrowings[name].map { Schema.narrow(schema, by: $0) } ?? schema)
                }),
            required: demanded.union(required.keys), isClosed: isClosed)
    }
}

/// A type with the same shapes at every endpoint.
package protocol Shaped: Decodable, Sendable {
    /// The shapes; a value has exactly one.
    static var shapes: [Shape] { get }
}

/// A type whose schema is a component of the document.
package protocol SchemaComponent: Decodable, Sendable {
    /// The schema's name.
    static var schemaName: String { get }
}
