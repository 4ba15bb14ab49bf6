import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Generates the OpenAPI 3.1 document of the entitlement API from the table of endpoints.
///
/// It covers REST API V2, dynamic client registration, the reset of temporary passes and the single sign-on service.
enum EntitlementDocument {
    /// Returns the document of all endpoints.
    static func document() -> JSONValue {
        var paths: [String: Members] = [:]
        for endpoint in Endpoint.api {
            paths[endpoint.template, default: [:]][endpoint.method.rawValue.lowercased()] = operation(endpoint)
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "tvsim entitlement API", "version": .string(SimulatorVersion.current),
                "summary": .string(
                    "REST API V2, dynamic client registration, the reset of temporary passes and the single "
                        + "sign-on service, as the simulated service implements them."),
            ],
            "servers": [
                ["url": "/", "description": "The served world."],
                [
                    "url": "/s/{world}", "description": "An isolated world, created on first use.",
                    "variables": ["world": ["default": "test"]],
                ],
            ],
            "paths": .object(Members(paths.mapValues(JSONValue.object))),
            "components": [
                "schemas": schemas,
                "securitySchemes": [
                    "accessToken": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description": .string(RequestHeader.accessToken.summary),
                    ]
                ],
            ],
        ]
        return NamedSchemas.naming(document, SchemaNames.entitlement)
    }

    /// The schemas that other schemas refer to.
    ///
    /// Responses have only documented members; JSON values in request headers may have additional ones.
    private static var schemas: JSONValue {
        let (answers, headers) = (SchemaReader(isClosed: true), SchemaReader(isClosed: false))
        return [
            EnhancedError.schemaName: answers.definition(of: EnhancedError.self),
            EntitlementProfile.Attribute.schemaName: answers.definition(of: EntitlementProfile.Attribute.self),
            PartnerFrameworkStatus.schemaName: headers.definition(of: PartnerFrameworkStatus.self),
            DeviceInformation.schemaName: DeviceInformation.schema,
        ]
    }

    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: Members = [
            "operationId": .string(endpoint.name), "summary": .string(endpoint.summary),
            "parameters": .array(parameters(of: endpoint)), "responses": .object(responses(of: endpoint)),
            "security": endpoint.required.contains(.accessToken) ? [["accessToken": []]] : [],
        ]
        operation["requestBody"] = endpoint.body.map(requestBody)
        return .object(operation)
    }

    private static func parameters(of endpoint: Endpoint) -> [JSONValue] {
        var parameters = endpoint.path.parameters.map(PathParameters.parameter)
        // The access token is a security scheme, not a parameter.
        parameters += endpoint.required.filter { $0 != .accessToken }.map { parameter($0, isRequired: true) }
        parameters += endpoint.optional.map { parameter($0, isRequired: false) }
        if endpoint.isThrottled { parameters.append(parameter(.forwardedFor, isRequired: false)) }
        parameters += endpoint.query.map { query in
            [
                "name": .string(query.name), "in": "query", "required": .bool(query.isRequired),
                "description": .string(query.summary), "schema": query.schema, "example": .string(query.example),
            ]
        }
        return parameters
    }

    private static func parameter(_ header: RequestHeader, isRequired: Bool) -> JSONValue {
        [
            "name": .string(header.name.rawName), "in": "header", "required": .bool(isRequired),
            "description": .string(header.summary), "schema": header.schema(isRequired: isRequired),
            "example": .string(header.example),
        ]
    }

    private static func requestBody(_ body: Endpoint.Body) -> JSONValue {
        switch body.kind {
        case .json: ["required": true, "content": json(body.schema())]
        // An empty body is a valid form, so the body is not required.
        case .form: ["content": ["application/x-www-form-urlencoded": ["schema": body.schema()]]]
        }
    }

    private static func responses(of endpoint: Endpoint) -> Members {
        var responses: Members = [:]
        for refusal in endpoint.refusals { responses[String(refusal.status)] = response(refusal) }
        for answer in endpoint.answers {
            responses[String(answer.status)] = response(answer, codeLeadsTo: endpoint.codeLeadsTo)
        }
        return responses
    }

    private static func response(_ answer: Endpoint.Answer, codeLeadsTo next: [String]) -> JSONValue {
        var response: Members = ["description": .string(answer.summary)]
        response["content"] = (answer.schema?()).map(json)
        if !answer.headers.isEmpty {
            response["headers"] = .object(answer.headers.mapValues { ["required": true, "schema": $0] })
        }
        if !next.isEmpty {
            response["links"] = .object(Members(uniqueKeysWithValues: next.map { ($0, link(to: $0)) }))
        }
        return .object(response)
    }

    private static func link(to operation: String) -> JSONValue {
        [
            "operationId": .string(operation),
            "parameters": [
                "serviceProvider": "$request.path.serviceProvider", "code": "$response.body#/code",
            ],
        ]
    }

    private static func response(_ refusal: Endpoint.Refused) -> JSONValue {
        var response: Members = ["description": .string(refusal.summary)]
        switch refusal.content {
        case .page:
            response["content"] = ["text/html": ["schema": ["type": "string"]]]
        case .registration(let codes):
            let shape = Shape(of: RegistrationError.self, ["error": Schema.words(codes)])
            response["content"] = json(
                SchemaReader(shapes: [shape], isClosed: true).schema(of: RegistrationError.self))
        case .enhanced(let codes):
            let narrowing: JSONValue = [
                "properties": [
                    "status": ["const": .integer(Int64(refusal.status))], "code": Schema.texts(codes.map(\.name)),
                ]
            ]
            response["content"] = json(["allOf": [Schema.reference(EnhancedError.schemaName), narrowing]])
            response["headers"] = authenticationHeader(refusal.status)
        case .singleSignOn(let codes):
            let shapes = SingleSignOnError.shapes(status: refusal.status, codes)
            response["content"] = json(
                SchemaReader(shapes: shapes, isClosed: true).schema(of: SingleSignOnError.self))
            response["headers"] = authenticationHeader(refusal.status)
        }
        if refusal.status == 405 {
            response["headers"] = ["Allow": ["required": true, "schema": ["type": "string"]]]
        }
        return .object(response)
    }

    /// Returns the header that each 401 response of an API with access tokens has; `nil` for another status.
    private static func authenticationHeader(_ status: Int) -> JSONValue? {
        status == 401 ? ["WWW-Authenticate": ["required": true, "schema": Schema.constant("Bearer")]] : nil
    }

    private static func json(_ schema: JSONValue) -> JSONValue { ["application/json": ["schema": schema]] }
}
