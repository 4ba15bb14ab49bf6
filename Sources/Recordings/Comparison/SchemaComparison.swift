import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Compares a recorded response with the schema of the endpoint's answers, where the simulator cannot replay the
/// request.
///
/// The schemas are those of the OpenAPI document. Only the keywords that they use are interpreted.
enum SchemaComparison {
    /// Returns the differences between a response and what the endpoint can answer.
    static func differences(recorded: AnswerComparison.Answer, endpoint: Endpoint) -> [Difference] {
        let answers = endpoint.answers.filter { $0.status == recorded.status }
        let refusals = endpoint.refusals.filter { $0.status == recorded.status }
        let schemas = answers.compactMap { $0.schema?() } + refusals.compactMap { schema(of: $0.content) }
        guard !answers.isEmpty || !refusals.isEmpty else {
            let known = Set(endpoint.answers.map(\.status) + endpoint.refusals.map(\.status)).sorted()
            return [
                Difference(
                    "status", recorded: "\(recorded.status)",
                    simulated: "one of \(known.map(String.init).joined(separator: ", "))")
            ]
        }
        var differences = answers.flatMap(\.headers.keys).sorted().compactMap { name -> Difference? in
            let isThere = recorded.fields.contains { $0.name.canonicalName == name.lowercased() }
            return isThere
                ? nil : Difference("header \(name.lowercased())", recorded: Difference.nothing, simulated: "a value")
        }
        guard !schemas.isEmpty, recorded.hasBody else { return differences }
        differences += AnswerComparison.headers(
            recorded.fields, [.contentType: "application/json"], hasBody: true
        ).filter { $0.path == "header content-type" }
        guard let body = recorded.body else {
            return differences + [Difference("$", recorded: "no JSON", simulated: "an object")]
        }
        return differences + check(body, ["oneOf": .array(schemas)], at: "$", key: "")
    }

    /// Returns the schema of an error; `nil` if it is a page.
    private static func schema(of content: Endpoint.Refused.Content) -> JSONValue? {
        let reader = SchemaReader(isClosed: true)
        switch content {
        case .enhanced: return reader.definition(of: EnhancedError.self)
        case .registration(let codes):
            return Schema.narrow(
                reader.definition(of: RegistrationError.self),
                by: ["properties": ["error": Schema.texts(codes.map(\.rawValue))]])
        case .singleSignOn: return reader.definition(of: SingleSignOnError.self)
        case .page: return nil
        }
    }

    /// Returns the schema that a reference names.
    private static func component(_ reference: String) -> JSONValue {
        let reader = SchemaReader(isClosed: true)
        switch reference.split(separator: "/").last.map(String.init) {
        case EnhancedError.schemaName: return reader.definition(of: EnhancedError.self)
        case EntitlementProfile.Attribute.schemaName: return reader.definition(of: EntitlementProfile.Attribute.self)
        default: return [:]
        }
    }

    // MARK: - Keywords

    private static func check(_ value: JSONValue, _ schema: JSONValue, at path: String, key: String) -> [Difference] {
        if let reference = schema["$ref"]?.string { return check(value, component(reference), at: path, key: key) }
        if case .array(let variants)? = schema["oneOf"] {
            // The nearest variant is what the response is compared with.
            return variants.map { check(value, $0, at: path, key: key) }.min { $0.count < $1.count } ?? []
        }
        if case .string(let text) = value, TextForm(of: text) == .removed { return [] }
        if let wish = violation(of: schema, by: value) {
            return [Difference(path, recorded: ValueDescription.text(value, key: key), simulated: wish)]
        }
        switch value {
        case .object(let members): return check(members, schema, at: path)
        case .array(let items):
            guard let schema = schema["items"] else { return [] }
            return items.enumerated().flatMap { check($1, schema, at: "\(path)[\($0)]", key: key) }
        default: return []
        }
    }

    private static func check(_ members: Members, _ schema: JSONValue, at path: String) -> [Difference] {
        let properties = schema["properties"]?.members ?? [:]
        let required = (schema["required"]?.items ?? []).compactMap(\.string)
        return Set(members.keys).union(required).sorted().flatMap { name -> [Difference] in
            let place = "\(path).\(name)"
            guard let member = members[name] else {
                let wish = properties[name].map(describe) ?? "a value"
                return [Difference(place, recorded: Difference.nothing, simulated: wish)]
            }
            if let property = properties[name] { return check(member, property, at: place, key: name) }
            switch schema["additionalProperties"] {
            case .bool(false)?:
                return [
                    Difference(
                        place, recorded: ValueDescription.text(member, key: name), simulated: Difference.nothing)
                ]
            case let rest?: return check(member, rest, at: place, key: name)
            case nil: return []
            }
        }
    }

    /// Returns what the schema expects instead of a value; `nil` if the value itself conforms.
    private static func violation(of schema: JSONValue, by value: JSONValue) -> String? {
        if let constant = schema["const"], constant != value { return describe(schema) }
        if case .array(let words)? = schema["enum"], !words.contains(value) { return describe(schema) }
        let types = schema["type"].map { $0.string.map { [$0] } ?? $0.items.compactMap(\.string) } ?? []
        if !types.isEmpty, !types.contains(where: { has(value, type: $0) }) { return describe(schema) }
        if let least = schema["minItems"]?.integer, value.items.count < least { return "a list with an item" }
        if case .integer(let number) = value, isMilliseconds(schema), NumberForm(of: number) == .seconds {
            return NumberForm.milliseconds.rawValue
        }
        guard case .string(let text) = value else { return nil }
        if let pattern = schema["pattern"]?.string, text.range(of: pattern, options: .regularExpression) == nil {
            return describe(schema)
        }
        let form = TextForm(of: text)
        switch schema["format"]?.string ?? schema["contentMediaType"]?.string ?? schema["contentEncoding"]?.string {
        case "uuid"?: return form == .uuid ? nil : TextForm.uuid.rawValue
        case "date-time"?: return form == .dateTime ? nil : TextForm.dateTime.rawValue
        case "uri"?: return form == .url ? nil : TextForm.url.rawValue
        case "application/xml"?: return form == .base64XML ? nil : TextForm.base64XML.rawValue
        case "base64"?: return [.base64, .base64XML].contains(form) ? nil : TextForm.base64.rawValue
        default: return nil
        }
    }

    private static let milliseconds = SchemaReader(isClosed: true).schema(of: Milliseconds.self)

    private static func isMilliseconds(_ schema: JSONValue) -> Bool {
        schema["description"] == milliseconds["description"]
    }

    private static func has(_ value: JSONValue, type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"), (.number, "number"),
            (.string, "string"), (.array, "array"), (.object, "object"):
            true
        default: false
        }
    }

    /// Returns what a schema allows, for people.
    private static func describe(_ schema: JSONValue) -> String {
        func word(_ value: JSONValue) -> String {
            value.string.map { "'\($0)'" } ?? ((try? JSONText.line(value)) ?? "")
        }
        if let constant = schema["const"] { return word(constant) }
        if case .array(let words)? = schema["enum"] {
            let shown = words.count > 8 ? "a documented word" : "one of \(words.map(word).joined(separator: ", "))"
            return shown
        }
        if let pattern = schema["pattern"]?.string {
            return pattern == Schema.millisecondsText["pattern"]?.string
                ? TextForm.milliseconds.rawValue : "another form"
        }
        switch schema["type"]?.string {
        case "integer"?, "number"?: return isMilliseconds(schema) ? NumberForm.milliseconds.rawValue : "a number"
        case "boolean"?: return "true or false"
        case "array"?: return "a list"
        case "object"?: return "an object"
        case "string"?: return "a text"
        default: return "a value"
        }
    }
}
