/// Moves what occurs several times in a JSON Schema to `$defs`, so that a reader sees it once.
///
/// What is shared is longer than a line, without its description and its default. Its name is the name of the property
/// that has it first; if another schema has this name, a number follows. The result allows the same documents.
package struct SharedSchemas {
    /// How often each schema occurs, by its text.
    private var counts: [String: Int] = [:]
    private var names: [String: String] = [:]
    private var definitions: [String: JSONValue] = [:]

    private init() {}

    /// Returns a schema with `$defs` for what occurs in it several times.
    ///
    /// - Parameter schema: A schema of draft 2020-12 without references.
    /// - Returns: The schema that allows the same documents.
    package static func sharing(_ schema: JSONValue) -> JSONValue {
        var sharing = SharedSchemas()
        _ = parts(of: schema, as: "root") { part, _ in
            sharing.count(part)
            return part
        }
        guard case .object(var members) = sharing.inside(schema, as: "root") else { return schema }
        if !sharing.definitions.isEmpty { members["$defs"] = .object(Members(sharing.definitions)) }
        return .object(members)
    }

    private mutating func count(_ schema: JSONValue) {
        if let text = Self.shared(schema)?.text {
            counts[text, default: 0] += 1
            // The parts of the second one are those of the first one.
            if counts[text] ?? 0 > 1 { return }
        }
        _ = Self.parts(of: schema, as: "") { part, _ in
            count(part)
            return part
        }
    }

    private mutating func replaced(_ schema: JSONValue, as name: String) -> JSONValue {
        guard let (shared, text) = Self.shared(schema), counts[text] ?? 0 > 1, case .object(let members) = schema else {
            return inside(schema, as: name)
        }
        if names[text] == nil {
            var given = name
            var number = 2
            while definitions[given] != nil { (given, number) = ("\(name)\(number)", number + 1) }
            names[text] = given
            // The name is taken before the parts get theirs.
            definitions[given] = .null
            definitions[given] = inside(shared, as: name)
        }
        var reference = members.filter { Self.own.contains($0.key) }
        reference["$ref"] = .string("#/$defs/\(names[text] ?? name)")
        return .object(reference)
    }

    private mutating func inside(_ schema: JSONValue, as name: String) -> JSONValue {
        Self.parts(of: schema, as: name) { replaced($0, as: $1) }
    }

    /// What belongs to the property that has a schema, and may stand beside a reference.
    private static let own: Set<String> = ["default", "description"]

    /// Returns the part of a schema that may be shared, and its text; `nil` for what is as short as a reference.
    private static func shared(_ schema: JSONValue) -> (schema: JSONValue, text: String)? {
        guard case .object(let members) = schema else { return nil }
        let shared = JSONValue.object(members.filter { !own.contains($0.key) })
        let text = JSONText.folded(shared, width: .max)
        return text.count > 100 ? (shared, text) : nil
    }

    /// Returns a schema with other schemas inside of it.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: Its name.
    ///   - replace: Returns another schema for one inside, whose name is that of its property, else `name`.
    /// - Returns: The changed schema.
    private static func parts(
        of schema: JSONValue, as name: String, _ replace: (JSONValue, String) -> JSONValue
    ) -> JSONValue {
        guard case .object(var members) = schema else { return schema }
        for (key, value) in members {
            switch (key, value) {
            case ("properties", .object(var properties)):
                for (property, value) in properties { properties[property] = replace(value, property) }
                members[key] = .object(properties)
            case ("items", .object), ("additionalProperties", .object), ("not", .object), ("if", .object),
                ("then", .object), ("else", .object):
                members[key] = replace(value, name)
            case ("anyOf", .array(let variants)), ("oneOf", .array(let variants)), ("allOf", .array(let variants)):
                members[key] = .array(variants.map { replace($0, name) })
            default: break
            }
        }
        return .object(members)
    }
}
