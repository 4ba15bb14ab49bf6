import Foundation
import HTTPTypes
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementAPI

@Suite("The JSON Schema of the wire's types")
struct SchemaTests {
    private struct Item: Codable, Sendable {
        enum Color: String, WireWord {
            case red, green
        }
        struct Part: Codable, Sendable {
            var size: Int
            var note: String?
        }
        var color: Color
        var parts: [Part]
        var byName: [String: Bool]
        var since: Milliseconds?
        var renamed: String

        private enum CodingKeys: String, CodingKey {
            case color, parts, byName, since
            case renamed = "re_named"
        }
    }

    @Test("comes from the type: its keys, their types and the optional ones")
    func derived() {
        let part: JSONValue = [
            "type": "object", "properties": ["size": ["type": "integer"], "note": ["type": "string"]],
            "required": ["size"],
        ]
        #expect(
            SchemaReader(isClosed: false).schema(of: Item.self) == [
                "type": "object",
                "properties": [
                    "color": ["type": "string", "enum": ["red", "green"]], "parts": ["type": "array", "items": part],
                    "byName": ["type": "object", "additionalProperties": ["type": "boolean"]],
                    "since": ["type": "integer", "description": "Milliseconds since 1970."],
                    "re_named": ["type": "string"],
                ], "required": ["byName", "color", "parts", "re_named"],
            ])
    }

    private struct Answer: Codable {
        @Nullable var name: String?
        @Nullable var part: Item.Part?
        var list: Table?
    }

    private struct Table: SchemaSource, Codable {
        static func schema(by reader: SchemaReader) -> JSONValue { ["title": "a table"] }
        let rows: [String]
    }

    @Test("requires a member that is written as null, and takes a type's own schema")
    func nullable() throws {
        let part = SchemaReader(isClosed: true).schema(of: Item.Part.self)
        #expect(
            SchemaReader(isClosed: true).schema(of: Answer.self) == [
                "type": "object", "additionalProperties": false, "required": ["name", "part"],
                "properties": [
                    "name": ["type": ["string", "null"]], "part": ["anyOf": [part, ["type": "null"]]],
                    "list": ["title": "a table"],
                ],
            ])
        let text = try JSONText.line(Answer(name: nil, part: nil))
        #expect(text == #"{"name":null,"part":null}"#)
        #expect(try WireCoding.decode(Answer.self, from: Data(text.utf8)).name == nil)
        #expect(try WireCoding.decode(Answer.self, from: Data(#"{"name":"a","part":null}"#.utf8)).name == "a")
    }

    @Test("allows no other members in a response")
    func closed() {
        let schema = SchemaReader(isClosed: true).schema(of: Item.Part.self)
        guard case .object(let members) = schema else { return #expect(Bool(false)) }
        #expect(members["additionalProperties"] == false)
    }

    @Test("has the shapes of an endpoint: required members, optional members and no others")
    func shaped() {
        let shapes = [
            Shape(of: Item.Part.self, ["note": ["const": "small"]]),
            Shape(of: Item.Part.self, ["size": ["minimum": 2]]),
        ]
        #expect(
            SchemaReader(shapes: shapes, isClosed: false).schema(of: Item.Part.self) == [
                "oneOf": [
                    [
                        "type": "object", "properties": ["size": ["type": "integer"], "note": ["const": "small"]],
                        "required": ["note", "size"],
                    ],
                    [
                        "type": "object", "properties": ["size": ["type": "integer", "minimum": 2]],
                        "required": ["size"],
                    ],
                ]
            ])
    }

    @Test("exists for every body and every response of the table")
    func table() {
        for endpoint in Endpoint.all {
            for schema in endpoint.answers.compactMap(\.schema) + [endpoint.body?.schema].compactMap(\.self) {
                guard case .object(let members) = schema() else { return #expect(Bool(false)) }
                #expect(members["type"] == "object" || members["oneOf"] != nil, "\(endpoint.name)")
            }
        }
    }

    @Test("of an example requires every member except a string that is null there")
    func example() {
        #expect(
            Schema.example(["name": nil, "port": 1, "secure": false]) == [
                "type": "object", "required": ["name", "port", "secure"], "additionalProperties": false,
                "properties": [
                    "name": ["type": ["string", "null"]], "port": ["type": "integer"], "secure": ["type": "boolean"],
                ],
            ])
    }
}

@Suite("Forms of requests")
struct FormRequestTests {
    @Test("are read, written and described by one table of fields")
    func fields() {
        let form = [FormField("domain", "example.com"), FormField("mvpd", ""), FormField("other", "x")]
        let request = SessionRequest(form: form)
        #expect(request == SessionRequest(domainName: "example.com"))
        #expect(request.form == [FormField("domainName", "example.com")])
        #expect(
            TokenRequest.schema == [
                "type": "object", "required": ["client_id", "client_secret", "grant_type"],
                "properties": [
                    "client_id": ["type": "string"], "client_secret": ["type": "string"],
                    "grant_type": ["const": "client_credentials"],
                ],
            ])
    }

    @Test("prefer a field's name to its synonym, unless the field is empty")
    func synonyms() {
        func domain(_ name: String, _ synonym: String) -> String? {
            SessionRequest(form: [FormField("domainName", name), FormField("domain", synonym)]).domainName
        }
        #expect(domain("a.example", "b.example") == "a.example")
        #expect(domain("", "b.example") == "b.example")
        #expect(domain("", "") == nil)
    }
}

@Suite("The table of endpoints")
struct EndpointTableTests {
    @Test("has each endpoint once, and each path once for each method")
    func unique() {
        #expect(Set(Endpoint.all.map(\.name)).count == Endpoint.all.count)
        #expect(Set(Endpoint.all.map { "\($0.method.rawValue) \($0.template)" }).count == Endpoint.all.count)
    }

    @Test("links codes only to endpoints with a code in their path")
    func codes() {
        for endpoint in Endpoint.all {
            for name in endpoint.codeLeadsTo {
                #expect(Endpoint.all.first { $0.name == name }?.path.parameters.contains("code") == true)
            }
        }
    }
}
