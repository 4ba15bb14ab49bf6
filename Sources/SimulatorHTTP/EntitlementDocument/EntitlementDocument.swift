import EntitlementAPI
import HTTPTypes
import StructuredText
import TVSimulator

/// The documentation of the entitlement API, made from the table that routes it: REST API V2, client registration and the
/// reset of temporary passes.
///
/// What a browser alone is sent to, such as the assertion consumer, is no API and stands outside these paths.
enum EntitlementDocument {
    /// The paths that are described.
    static let prefixes = ["/api/v2/", "/o/client/", "/reset-tempass/"]

    /// The endpoints that are described, in the order of the route table.
    static let endpoints = Endpoint.all.filter { endpoint in
        prefixes.contains { endpoint.template.hasPrefix($0) }
    }

    /// Describes the endpoints in OpenAPI 3.1.
    static func document() -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for endpoint in endpoints {
            paths[endpoint.template, default: [:]][endpoint.method.rawValue.lowercased()] = operation(endpoint)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "tvsim entitlement API", "version": .string(SimulatorVersion.current),
                "summary": .string(
                    "REST API V2, dynamic client registration and the reset of temporary passes, as the simulated service "
                        + "answers them."),
            ],
            "servers": [
                ["url": "/", "description": "The world that is served."],
                [
                    "url": "/s/{world}", "description": "An isolated world, made on first use.",
                    "variables": ["world": ["default": "test"]],
                ],
            ],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(schemas),
                "securitySchemes": [
                    "accessToken": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description": "The access token that POST /o/client/token answers.",
                    ]
                ],
            ],
        ]
    }

    private static let schemas = [ErrorSchemas.name: ErrorSchemas.object]
        .merging(ProfileSchemas.components) { schema, _ in schema }
        .merging(HeaderSchemas.components) { schema, _ in schema }

    /// An endpoint that nobody has described is still there, with what the route table says of it.
    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        let words = EntitlementOperations.operation(of: endpoint)
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.name), "responses": .object(responses(of: endpoint, words)),
            "security": endpoint.requirements.contains(.accessToken) ? [["accessToken": []]] : [],
        ]
        operation["summary"] = words.map { .string($0.summary) }
        let parameters = parameters(of: endpoint, words)
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        operation["requestBody"] = words?.body.map(requestBody)
        return .object(operation)
    }

    private static func parameters(of endpoint: Endpoint, _ words: EntitlementOperation?) -> [JSONValue] {
        var parameters = endpoint.parameterNames.map { name -> JSONValue in
            let (schema, summary, example) = PathParameters.words(of: name)
            return [
                "name": .string(name), "in": "path", "required": true, "description": .string(summary),
                "schema": schema, "example": .string(example),
            ]
        }
        parameters += endpoint.requirements.compactMap(HeaderSchemas.parameter)
        parameters += (words?.headers ?? []).map { HeaderSchemas.parameter($0) }
        if endpoint.isThrottled { parameters.append(HeaderSchemas.parameter(.forwardedFor)) }
        parameters += (words?.query ?? []).map { query in
            [
                "name": .string(query.name), "in": "query", "required": .bool(query.isRequired),
                "description": .string(query.summary), "schema": query.schema, "example": .string(query.example),
            ]
        }
        return parameters
    }

    private static func requestBody(_ body: EntitlementOperation.Body) -> JSONValue {
        switch body {
        case .json(let schema): ["required": true, "content": ["application/json": ["schema": schema]]]
        case .form(let schema): ["content": ["application/x-www-form-urlencoded": ["schema": schema]]]
        }
    }

    private static func responses(of endpoint: Endpoint, _ words: EntitlementOperation?) -> [String: JSONValue] {
        var responses = EntitlementOperation.usualRefusals(of: endpoint)
            .merging(words?.refusals ?? [:]) { _, special in special }
        // The ordinary success is the route table's, described or not.
        responses[endpoint.successStatus] = ["description": "Done."]
        for answer in words?.answers ?? [] { responses[answer.status] = response(answer, words?.codeLeadsTo ?? []) }
        return Dictionary(uniqueKeysWithValues: responses.map { (String($0), $1) })
    }

    private static func response(_ answer: EntitlementOperation.Answer, _ next: [Endpoint]) -> JSONValue {
        var response: [String: JSONValue] = ["description": .string(answer.summary)]
        response["content"] = answer.schema.map { ["application/json": ["schema": $0]] }
        if !answer.headers.isEmpty {
            response["headers"] = .object(answer.headers.mapValues { ["required": true, "schema": $0] })
        }
        if !next.isEmpty {
            response["links"] = .object(
                Dictionary(uniqueKeysWithValues: next.map { ($0.name, link(to: $0)) }))
        }
        return .object(response)
    }

    private static func link(to endpoint: Endpoint) -> JSONValue {
        [
            "operationId": .string(endpoint.name),
            "parameters": [
                "serviceProvider": "$request.path.serviceProvider", "code": "$response.body#/code",
            ],
        ]
    }
}
