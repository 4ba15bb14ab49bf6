import EntitlementAPI
import HTTPTypes
import StructuredText
import TVSimulator

/// What the route table does not say of an endpoint: its words, its bodies and its answers.
struct EntitlementOperation: Sendable {
    /// A body of the request.
    enum Body: Sendable {
        case form(JSONValue)
        case json(JSONValue)
    }

    /// One answer that is no refusal.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// JSON Schema of its body; `nil`: it has none.
        var schema: JSONValue?
        /// Headers without which it is not the answer, with their schemas.
        var headers: [String: JSONValue] = [:]
    }

    /// A parameter of the query.
    struct QueryParameter: Sendable {
        let name: String
        let summary: String
        let example: String
        var isRequired = false
        var schema = Schema.text
    }

    let summary: String
    /// The headers that are taken and not demanded.
    var headers: [HTTPField.Name] = []
    /// The parameters of the query.
    var query: [QueryParameter] = []
    var body: Body?
    /// The answers; the route table says which status is the ordinary one.
    let answers: [Answer]
    /// What is refused beside the usual, by status.
    var refusals: [Int: JSONValue] = [:]
    /// Where a code of the answer leads, by operation.
    var codeLeadsTo: [Endpoint] = []
}

extension EntitlementOperation {
    /// The refusals that every endpoint of REST API V2 has: browsers are told with a page that a method is wrong.
    static func usualRefusals(of endpoint: Endpoint) -> [Int: JSONValue] {
        var refusals = [
            400: ErrorSchemas.response(400, "A parameter, a header or the body is missing or malformed."),
            405: wrongMethod(of: endpoint),
            500: ErrorSchemas.response(500, "The service, or what is configured, is at fault."),
        ]
        if endpoint.isThrottled {
            refusals[429] = [
                "description": "The device asks too often, where throttling is switched on.",
                "content": ["text/html": ["schema": ["type": "string"]]],
            ]
        }
        if endpoint.requirements.contains(.accessToken) {
            refusals[401] = ErrorSchemas.response(401, "The access token is missing, or not valid here.")
        }
        return refusals
    }

    private static func wrongMethod(of endpoint: Endpoint) -> JSONValue {
        let summary = "The path takes another method."
        return endpoint.isOpenedByBrowsers
            ? ErrorSchemas.page(summary, headers: ErrorSchemas.allow) : ErrorSchemas.response(405, summary)
    }

    static func refusal(_ status: Int, _ summary: String) -> [Int: JSONValue] {
        [status: ErrorSchemas.response(status, summary)]
    }

    /// A refusal in the words of client registration.
    static func registrationRefusal(_ schema: JSONValue) -> [Int: JSONValue] {
        [
            400: [
                "description": "The request is refused (RFC 6749 § 5.2, RFC 7591 § 3.2.2).",
                "content": ["application/json": ["schema": schema]],
            ],
            401: [
                "description": "The client is refused (RFC 6749 § 5.2).",
                "content": ["application/json": ["schema": RegistrationSchemas.refusal([.invalidClient])]],
            ],
            500: [
                "description": "The service is at fault.",
                "content": ["application/json": ["schema": RegistrationSchemas.refusal([.serverError])]],
            ],
        ]
    }
}
