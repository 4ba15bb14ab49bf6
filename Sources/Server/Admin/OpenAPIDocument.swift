import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Generates the OpenAPI document of the admin API from its table of operations.
enum OpenAPIDocument {
    /// Returns the OpenAPI 3.1 document of some operations.
    static func document(of routes: [AdminRoute]) -> JSONValue {
        var paths: [String: Members] = [:]
        for route in routes {
            let path = AdminAPI.prefix + route.path.text
            paths[path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "tvsim admin API", "version": .string(SimulatorVersion.current),
                "summary": "Controls and inspects a simulated world.",
            ],
            "servers": [
                ["url": "/", "description": "The served world."],
                [
                    "url": "/s/{world}", "description": "An isolated world, created on first use.",
                    "variables": ["world": ["default": "test"]],
                ],
            ],
            "paths": .object(Members(paths.mapValues(JSONValue.object))),
            "security": [[:], ["AdminToken": []]],
            "components": [
                "schemas": ["Error": error], "parameters": ["IfMatch": condition],
                "securitySchemes": ["AdminToken": secret],
            ],
        ]
        return NamedSchemas.naming(document, SchemaNames.admin)
    }

    private static let condition: JSONValue = [
        "name": "If-Match", "in": "header", "schema": ["const": "*"],
        "description": "Prevents the request from creating an isolated world.",
    ]

    private static let secret: JSONValue = [
        "type": "apiKey", "in": "header", "name": .string(AdminSecret.header),
        "description": "The secret of a server that was started with one (--admin-token); other servers need none.",
    ]

    private static let error: JSONValue = [
        "type": "object", "required": ["error"], "additionalProperties": false,
        "properties": [
            "error": [
                "type": "object", "required": ["message"], "additionalProperties": false,
                "properties": ["message": ["type": "string"], "suggestion": ["type": "string"]],
            ]
        ],
    ]

    private static func operation(_ route: AdminRoute) -> JSONValue {
        var operation: Members = [
            "operationId": .string(route.operation), "summary": .string(route.summary),
            "responses": .object(responses(of: route)),
        ]
        let parameters: [JSONValue] = route.parameters.map { parameter in
            var described: Members = [
                "name": .string(parameter.name), "in": parameter.isHeader ? "header" : "query",
                "description": .string(parameter.summary),
                "schema": parameter.schema,
            ]
            if route.isInPath(parameter) {
                described["in"] = "path"
                described["required"] = true
            }
            return .object(described)
        }
        if route.isOpen { operation["security"] = [] }
        operation["parameters"] = .array(parameters + [["$ref": "#/components/parameters/IfMatch"]])
        if let body = route.body {
            operation["requestBody"] = [
                "required": true, "description": .string(body.summary), "content": json(body.schema),
            ]
        }
        return .object(operation)
    }

    private static func responses(of route: AdminRoute) -> Members {
        var responses: Members = [:]
        if let answer = route.answer {
            var success: Members = [
                "description": .string(answer.summary), "content": .object([answer.type: ["schema": answer.schema]]),
            ]
            if !answer.headers.isEmpty {
                success["headers"] = .object(
                    Members(answer.headers.mapValues { ["description": .string($0), "schema": ["type": "string"]] }))
            }
            responses["200"] = .object(success)
        }
        if route.answer == nil || route.answersIfPreferred {
            responses["204"] = ["description": "Done."]
        }
        if let accepted = route.accepted {
            responses["202"] = [
                "description": .string(accepted.summary), "content": json(accepted.schema),
                "headers": [
                    "Location": ["description": "The address of the result.", "schema": ["type": "string"]]
                ],
            ]
        }
        responses["400"] = refusal("The request is malformed.")
        if !route.isOpen {
            var unproven = refusal("The server has a secret, and the request does not have it.").members ?? [:]
            unproven["headers"] = [
                "WWW-Authenticate": [
                    "description": "The header with the secret.", "schema": ["const": .string(AdminSecret.header)],
                ]
            ]
            responses["401"] = .object(unproven)
        }
        responses["403"] = refusal("A page of another site sent the request.")
        if route.isMissable { responses["404"] = refusal("The path names something that does not exist.") }
        if route.canConflict { responses["409"] = refusal("Something of this name exists already.") }
        responses["412"] = refusal("The world does not exist, and `If-Match` prevents its creation.")
        if route.body != nil { responses["413"] = refusal("The body exceeds the size limit.") }
        if route.canRefuse {
            responses["422"] = refusal("The request is well-formed but cannot be applied to this world.")
        }
        responses["503"] = refusal("The state cannot be read or written, or there are too many worlds.")
        return responses
    }

    private static func refusal(_ summary: String) -> JSONValue {
        ["description": .string(summary), "content": json(["$ref": "#/components/schemas/Error"])]
    }

    private static func json(_ schema: JSONValue) -> JSONValue {
        ["application/json": ["schema": schema]]
    }
}
