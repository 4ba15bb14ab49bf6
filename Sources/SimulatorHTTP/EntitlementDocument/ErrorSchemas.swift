import EntitlementAPI
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

    /// The response of a status.
    static func response(_ status: Int, _ summary: String) -> JSONValue {
        let listed = EnhancedErrorCode.all.filter { $0.status == status }.map(\.name)
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
                                    "code": Schema.names(listed.isEmpty ? [other.name] : listed),
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
        if status == 405 { response["headers"] = ["Allow": ["required": true, "schema": Schema.text]] }
        return .object(response)
    }

    /// The page that a browser is shown instead.
    static func page(_ summary: String) -> JSONValue {
        ["description": .string(summary), "content": ["text/html": ["schema": Schema.text]]]
    }

    /// What a wrong method is called: REST API V2 lists no code for it (DIFFERENCES S-10).
    private static let other = EnhancedErrorCode.internalError(status: 405, "")
}
