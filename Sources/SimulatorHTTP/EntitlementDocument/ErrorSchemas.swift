import EntitlementAPI
import StructuredText
import TVSimulator

/// Enhanced errors: the object, and the responses that consist of it, each with the codes of its status.
///
/// spec entitlement § 2.11.
enum ErrorSchemas {
    /// The name of the object among the components.
    static let name = "EnhancedError"

    /// The object.
    static let object = Schema.object(
        [
            "action": Schema.words([
                EnhancedError.Action.none, .configuration, .applicationRegistration, .authentication, .authorization,
                .retry,
            ]),
            "status": ["type": "integer", "enum": [400, 401, 403, 404, 405, 410, 412, 500]],
            "code": Schema.names(EnhancedErrorCode.all.map(\.name) + [other.name]), "message": Schema.text,
            "helpUrl": Schema.address, "trace": Schema.uuid,
        ], optional: ["details": Schema.text])

    /// The response of a status; its codes are those that the list gives that status, where no others are named.
    static func response(_ status: Int, _ summary: String, codes named: [EnhancedErrorCode]? = nil) -> JSONValue {
        var codes = (named ?? EnhancedErrorCode.all.filter { $0.status == status }).map(\.name)
        // A body that no parameter is to blame for has no code of the list either.
        if codes.isEmpty || status == 400 { codes.append(other.name) }
        var response: [String: JSONValue] = [
            "description": .string(summary),
            "content": [
                "application/json": [
                    "schema": [
                        "allOf": [
                            Schema.named(name),
                            [
                                "properties": [
                                    "status": ["const": .integer(Int64(status))],
                                    "code": Schema.names(codes),
                                ]
                            ],
                        ]
                    ]
                ]
            ],
        ]
        if status == 401 {
            response["headers"] = ["WWW-Authenticate": ["required": true, "schema": ["const": "Bearer"]]]
        }
        if status == 405 { response["headers"] = allow }
        return .object(response)
    }

    /// The page that a browser is shown instead.
    static func page(_ summary: String, headers: JSONValue = .object([:])) -> JSONValue {
        [
            "description": .string(summary), "headers": headers,
            "content": ["text/html": ["schema": Schema.text]],
        ]
    }

    /// The header that says which methods a path takes.
    static let allow: JSONValue = ["Allow": ["required": true, "schema": Schema.text]]

    /// What a wrong method is called, and a body that cannot be read: REST API V2 lists no code for them (DIFFERENCES S-10).
    private static let other = EnhancedErrorCode.internalError(status: 405, "")
}
