package import HTTPTypes

/// One endpoint of the service: a row of the table that routing, the service's gate, the catalogue of faults and the OpenAPI
/// document read.
package final class Endpoint: RouteRow {
    /// The endpoint's name: the operation of the OpenAPI document.
    package let name: String
    /// The only method that it takes.
    package let method: HTTPRequest.Method
    /// The path.
    package let path: PathTemplate
    /// What it does, as a sentence.
    package let summary: String
    /// The headers that it demands.
    package let required: [RequestHeader]
    /// The headers that it reads and does not demand.
    package let optional: [RequestHeader]
    /// The parameters of its query.
    package let query: [QueryParameter]
    /// The body that it reads; `nil` if it reads none.
    package let body: Body?
    /// What it answers; the first is the ordinary success.
    package let answers: [Answer]
    /// How it says that a request failed.
    package let errors: Errors
    /// What it refuses beside ``usualRefusals``, or describes in other words.
    package let specialRefusals: [Refused]
    /// The operation by which it can be made to fail.
    package let fault: FaultTarget
    /// Whether its requests are counted while throttling is switched on.
    package let isThrottled: Bool
    /// Whether a refusal by the MVPD is an error inside an ordinary answer.
    package let hasErrorsInside: Bool
    /// The status that refuses an app which needs other credentials, and not only another access token.
    package let wrongClientStatus: Int
    /// The endpoints, by name, that take the code of an answer.
    package let codeLeadsTo: [String]

    /// Creates a row of the table.
    init(
        _ name: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
        required: [RequestHeader] = [], optional: [RequestHeader] = [], query: [QueryParameter] = [],
        body: Body? = nil, answers: [Answer], errors: Errors = .enhanced, refusals: [Refused] = [],
        fault: FaultTarget, isThrottled: Bool = true, hasErrorsInside: Bool = false, wrongClientStatus: Int = 401,
        codeLeadsTo: [String] = []
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.summary = summary
        self.required = required
        self.optional = optional
        self.query = query
        self.body = body
        self.answers = answers
        self.errors = errors
        specialRefusals = refusals
        self.fault = fault
        self.isThrottled = isThrottled
        self.hasErrorsInside = hasErrorsInside
        self.wrongClientStatus = wrongClientStatus
        self.codeLeadsTo = codeLeadsTo
    }

    /// The path, with its parameters in braces.
    package var template: String { path.text }

    /// The HTTP status of the ordinary success.
    package var successStatus: Int { answers[0].status }

    /// Whether a browser opens it and is answered with pages.
    package var isOpenedByBrowsers: Bool { errors == .page }

    /// Whether the endpoint answers an error inside an ordinary answer; too many resources refuse the whole request.
    package func holdsInside(_ code: EnhancedErrorCode) -> Bool {
        hasErrorsInside && code.status == 403 && code != .tooManyResources
    }
}

extension Endpoint: Hashable, CustomStringConvertible {
    /// The endpoint's name.
    package var description: String { name }

    /// Two rows of the table are never equal.
    package static func == (left: Endpoint, right: Endpoint) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
