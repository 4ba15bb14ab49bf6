import TVSimEntitlementAPI
import TVSimStructuredText

/// Gives each object and each union of an OpenAPI document a name in its components, so that generators of clients make
/// one type with a short name of it.
///
/// A schema gets the name of the operation or of the member that has it first. If another schema has that name, the name
/// of the object around it precedes. Equal schemas have one name. Nothing else of the document changes its meaning.
struct NamedSchemas {
    /// The names that do not follow from those of operations and members.
    ///
    /// Keys are `operation>` for a request, `operation<` for the answer, `Object.member`, `.member`, and `=Name` for
    /// another name of what would be called so.
    private let table: [String: String]
    private var components: Members
    private var known: [String: String] = [:]

    private init(_ components: Members, _ table: [String: String]) {
        (self.components, self.table) = (components, table)
    }

    /// Returns a document whose objects and unions are named.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - table: The names that do not follow from those of operations and members.
    /// - Returns: The document.
    static func naming(_ document: JSONValue, _ table: [String: String]) -> JSONValue {
        guard case .object(var members) = document, case .object(let paths)? = members["paths"],
            case .object(var components)? = members["components"]
        else { return document }
        var namer = NamedSchemas(components["schemas"]?.members ?? [:], table)
        for (name, schema) in namer.components.sorted(by: { $0.key < $1.key }) {
            namer.components[name] = namer.inside(schema, of: name)
        }
        members["paths"] = .object(namer.named(paths))
        components["parameters"] = components["parameters"].map { parameters in
            .object((parameters.members ?? [:]).mapValues { namer.withTypedHeader($0) })
        }
        components["schemas"] = .object(namer.components)
        members["components"] = .object(components)
        return .object(members)
    }

    // MARK: - Operations

    /// Names the schemas of all operations.
    ///
    /// Those that read come first, since what they return is named best.
    private mutating func named(_ paths: Members) -> Members {
        var named = paths
        let places = paths.flatMap { path, item in (item.members ?? [:]).keys.map { (path: path, method: $0) } }
        let ordered = places.sorted { one, other in
            if (one.method == "get") != (other.method == "get") { return one.method == "get" }
            return (one.path, one.method) < (other.path, other.method)
        }
        for place in ordered {
            guard var item = named[place.path]?.members, let operation = item[place.method]?.members else { continue }
            item[place.method] = .object(self.operation(operation))
            named[place.path] = .object(item)
        }
        return named
    }

    private mutating func operation(_ operation: Members) -> Members {
        var operation = operation
        let id = operation["operationId"]?.string ?? ""
        if case .object(var responses)? = operation["responses"] {
            for status in responses.keys.sorted() {
                let isSuccess = status.hasPrefix("2")
                let name =
                    table["\(id)<\(status)"] ?? (isSuccess ? table["\(id)<"] : nil)
                    ?? "\(Self.type(id))\(isSuccess ? "Answer" : "Error\(status)")"
                responses[status] = responses[status].map { content(of: $0, name) }
            }
            operation["responses"] = .object(responses)
        }
        if let body = operation["requestBody"] {
            operation["requestBody"] = content(of: body, table["\(id)>"] ?? "\(Self.type(id))Request")
        }
        if case .array(let parameters)? = operation["parameters"] {
            operation["parameters"] = .array(
                parameters.map { parameter in
                    guard case .object(var members) = parameter, let schema = members["schema"] else {
                        return parameter
                    }
                    let name = members["name"]?.string ?? ""
                    members["schema"] = self.schema(schema, [Self.type(name), Self.type(id) + Self.type(name)])
                    return members["in"] == "header" ? withTypedHeader(.object(members)) : .object(members)
                })
        }
        return operation
    }

    private mutating func content(of message: JSONValue, _ name: String) -> JSONValue {
        guard case .object(var members) = message, case .object(var types)? = members["content"] else { return message }
        for type in types.keys.sorted() {
            guard case .object(var media)? = types[type], let schema = media["schema"] else { continue }
            media["schema"] = self.schema(schema, [name])
            types[type] = .object(media)
        }
        members["content"] = .object(types)
        return .object(members)
    }

    // MARK: - Schemas

    /// Returns a schema, or a reference to it if it is an object, a union of objects, or an enumeration of texts.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - names: The names that it may have, the best first.
    /// - Returns: The schema, or the reference.
    private mutating func schema(_ schema: JSONValue, _ names: [String]) -> JSONValue {
        let inner = inside(schema, of: names[0])
        guard let members = inner.members else { return inner }
        let variants = Self.unions.flatMap { members[$0]?.elements ?? [] }
        let isUnion = variants.count { $0["$ref"] != nil } > 1 || members["allOf"] != nil
        guard members["type"] == "object" || isUnion || Self.isEnumeration(inner) else { return inner }
        // A default and a description belong to the member, and not to the type.
        let own = members.filter { ["default", "description"].contains($0.key) }
        let shared = members.filter { !["default", "description"].contains($0.key) }
        let reference = reference(to: .object(shared), names)
        return .object((reference.members ?? [:]).merging(own) { $1 })
    }

    private mutating func reference(to schema: JSONValue, _ names: [String]) -> JSONValue {
        let content = (try? JSONText.line(schema)) ?? ""
        let names = schema == Self.form("object") ? ["JSONObject"] : names.map { table["=\($0)"] ?? $0 }
        if let name = known[content] { return Schema.reference(name) }
        var name = names.first { components[$0] == nil } ?? ""
        var number = 2
        while name.isEmpty {
            let numbered = "\(names[names.count - 1])\(number)"
            if components[numbered] == nil { name = numbered }
            number += 1
        }
        components[name] = schema
        known[content] = name
        return Schema.reference(name)
    }

    /// Returns a schema whose parts are named; `name` is its own.
    private mutating func inside(_ schema: JSONValue, of name: String) -> JSONValue {
        guard case .object(var members) = Self.typed(schema) else { return schema }
        if case .object(var properties)? = members["properties"] {
            for key in properties.keys.sorted() {
                properties[key] = properties[key].map { self.schema($0, names(of: key, in: name)) }
            }
            members["properties"] = .object(properties)
        }
        for part in ["items", "additionalProperties"] {
            guard let inner = members[part] else { continue }
            members[part] = self.schema(inner, [Self.singular(name), Self.singular(name) + "Item"])
        }
        for union in Self.unions {
            guard case .array(let variants)? = members[union] else { continue }
            // The second part of an intersection only narrows the first one.
            members[union] = .array(
                union == "allOf"
                    ? variants.map { Self.enumerating(inside($0, of: name)) }
                    : variants.map { self.schema($0, names(of: $0, among: variants, in: name)) })
        }
        return .object(members)
    }

    private static let unions = ["anyOf", "oneOf", "allOf"]

    private func names(of member: String, in object: String) -> [String] {
        let own = Self.type(member)
        if object.hasSuffix("Command"), object != "Command" {
            return [table["\(object).\(member)"] ?? object.dropLast("Command".count) + "Arguments", object + own]
        }
        return [table["\(object).\(member)"] ?? table[".\(member)"] ?? own, object + own, object + own + "Member"]
    }

    /// Returns the names of one of several forms: by the member that says which form it is, or that only it has.
    ///
    /// A form that is one of some words is the simple one.
    private func names(of variant: JSONValue, among variants: [JSONValue], in union: String) -> [String] {
        let isOneOfSeveral = variants.count { $0["properties"] != nil || Self.isEnumeration($0) } > 1
        guard isOneOfSeveral else { return [union] }
        guard let members = variant["properties"]?.members else { return ["Simple\(union)"] }
        if union == "Command" { return members.keys.sorted().prefix(1).map { "\(Self.type($0))Command" } }
        for key in members.keys.sorted() {
            let words = members[key]?["const"].map { [$0] } ?? members[key]?["enum"]?.elements ?? []
            guard words.count == 1, let word = words[0].string else { continue }
            return [union + word.split(separator: "_").map { Self.type(String($0)) }.joined(), "\(union)Form"]
        }
        let others = variants.filter { $0 != variant }.flatMap { ($0["properties"]?.members ?? [:]).keys }
        let own = Set(members.keys).subtracting(others).sorted().first ?? ""
        return [union + Self.type(own), "\(union)Form"]
    }

    /// Returns a header parameter whose constant is an enumeration with a name, because generators allow no constant in
    /// a header.
    private mutating func withTypedHeader(_ parameter: JSONValue) -> JSONValue {
        guard case .object(var members) = parameter, case .object(var schema)? = members["schema"],
            let constant = schema["const"]
        else { return parameter }
        schema["const"] = nil
        schema["type"] = Self.type(of: [constant])
        schema["enum"] = [constant]
        members["schema"] = reference(to: .object(schema), [Self.type(members["name"]?.string ?? "")])
        return .object(members)
    }
}
