import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimServer

/// What generators of clients need of an OpenAPI document.
@Suite("The schemas of both OpenAPI documents")
struct NamedSchemaTests {
    private static let documents = [
        OpenAPIDocument.document(of: AdminRoutes.all), EntitlementDocument.document(),
    ]

    /// Every schema of a document, with the path of keys that leads to it.
    private static func schemas(of document: JSONValue) -> [(path: String, schema: JSONValue)] {
        var found: [(String, JSONValue)] = []
        func look(_ schema: JSONValue, _ path: String) {
            guard case .object(let members) = schema else { return }
            found.append((path, schema))
            for (key, part) in members["properties"]?.members ?? [:] { look(part, "\(path).\(key)") }
            for key in ["items", "additionalProperties"] { if let part = members[key] { look(part, "\(path).\(key)") } }
            for key in ["anyOf", "oneOf", "allOf"] {
                for (index, part) in (members[key]?.elements ?? []).enumerated() {
                    look(part, "\(path).\(key)\(index)")
                }
            }
        }
        for (name, schema) in document["components"]?["schemas"]?.members ?? [:] { look(schema, name) }
        for (path, item) in document["paths"]?.members ?? [:] {
            for (method, operation) in item.members ?? [:] {
                let place = "\(method) \(path)"
                for parameter in operation["parameters"]?.elements ?? [] {
                    if let schema = parameter["schema"] { look(schema, "\(place) \(parameter["name"]?.string ?? "")") }
                }
                let answers = (operation["responses"]?.members ?? [:]).map { ("\(place) \($0.key)", $0.value) }
                for (name, message) in answers + (operation["requestBody"].map { [("\(place) body", $0)] } ?? []) {
                    for (_, media) in message["content"]?.members ?? [:] {
                        if let schema = media["schema"] { look(schema, name) }
                    }
                }
            }
        }
        return found
    }

    @Test("have a type each, are a reference, or are a union", arguments: documents)
    func typed(document: JSONValue) {
        let schemas = Self.schemas(of: document)
        #expect(schemas.count > 200)
        for (path, schema) in schemas where schema.members?.isEmpty == false {
            let kinds = ["type", "$ref", "anyOf", "oneOf", "allOf"].filter { schema[$0] != nil }
            // The value of a decision is one of many types, and what narrows an object has its type already.
            guard !path.hasSuffix(".value"), !path.contains(".allOf") else { continue }
            #expect(!kinds.isEmpty, "\(path): \(schema)")
        }
    }

    @Test(
        "are a constant if they allow one text, and a list if they allow one number or narrow another schema",
        arguments: documents)
    func single(document: JSONValue) {
        var constants = 0
        for (path, schema) in Self.schemas(of: document) {
            if let constant = schema["const"] {
                constants += 1
                #expect(
                    constant.string != nil && !path.contains(".allOf"), "\(path): generators know no such constant")
            }
            // A parameter, and what narrows another schema, is a list, because generators combine no constants.
            guard path.contains("."), !path.contains(".allOf") else { continue }
            if let values = schema["enum"]?.elements, values.count == 1 {
                #expect(values[0].string == nil, "\(path): a list of one text")
            }
        }
        #expect(constants > 0)
    }

    @Test("have patterns that the regular expressions of ICU take, not those of ECMAScript alone", arguments: documents)
    func patterns(document: JSONValue) throws {
        let found = Set(
            Self.schemas(of: document).flatMap { [$0.schema["pattern"], $0.schema["propertyNames"]?["pattern"]] }
                .compactMap { $0?.string })
        #expect(!found.isEmpty)
        for pattern in found {
            #expect(throws: Never.self, "\(pattern)") { try NSRegularExpression(pattern: pattern) }
        }
    }

    @Test("are named if they are objects, and have one name each", arguments: documents)
    func named(document: JSONValue) {
        let names = document["components"]?["schemas"]?.members ?? [:]
        for (path, schema) in Self.schemas(of: document) where schema["type"] == "object" {
            #expect(names[path] != nil || path.contains("allOf"), "\(path) is an object without a name")
        }
        var seen: [JSONValue: String] = [:]
        for (name, schema) in names {
            #expect(seen.updateValue(name, forKey: schema) == nil, "\(name) is another name of the same schema")
        }
    }

    @Test("have short names, also as the files of a generator", arguments: documents)
    func short(document: JSONValue) {
        for name in (document["components"]?["schemas"]?.members ?? [:]).keys {
            let file = name.replacing(/([a-z0-9])([A-Z])/) { "\($0.1)_\($0.2)" } + ".py"
            #expect(file.count <= 40, "\(file)")
        }
        // A generator names a type without a name after the operation that has it.
        for (path, schema) in Self.schemas(of: document)
        where schema["type"] == "string" && (schema["enum"]?.elements?.count ?? 0) > 1 {
            #expect(!path.contains(".") || path.contains(".allOf"), "\(path) is an enumeration without a name")
        }
    }

    @Test("have no names that only a number distinguishes, in the document of the admin API")
    func distinct() {
        let names = (Self.documents[0]["components"]?["schemas"]?.members ?? [:]).keys
        #expect(names.filter { $0.last?.isNumber == true } == [])
    }

    @Test("have no broken references, and no name that nothing uses", arguments: documents)
    func references(document: JSONValue) throws {
        let text = try JSONText.line(document)
        let used = Set(text.matches(of: /"#\/components\/schemas\/([^"]*)"/).map { String($0.output.1) })
        #expect(used == Set((document["components"]?["schemas"]?.members ?? [:]).keys))
    }
}
