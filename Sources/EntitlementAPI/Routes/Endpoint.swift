package import HTTPTypes

/// An endpoint of the service, a row of the endpoint table.
///
/// Routing, the service's checks, the catalogue of faults and the OpenAPI document read the table.
package final class Endpoint: RouteRow {
    /// The endpoint's name, which is the operation identifier in the OpenAPI document.
    package let name: String
    /// The HTTP method.
    package let method: HTTPRequest.Method
    /// The path.
    package let path: PathTemplate
    /// The description, in one sentence.
    package let summary: String
    /// The required headers.
    package let required: [RequestHeader]
    /// The optional headers.
    package let optional: [RequestHeader]
    /// What the vendor lists beside the row, and the service does not read.
    package let ignored: [Ignored]
    /// The query parameters.
    package let query: [QueryParameter]
    /// The request body; `nil` if the endpoint reads no body.
    package let body: Body?
    /// The successful responses, the usual one first.
    package let answers: [Answer]
    /// The error format.
    package let errors: Errors
    /// Error responses in addition to ``usualRefusals``, or with another description.
    package let specialRefusals: [Refused]
    /// The fault operation of the endpoint.
    package let fault: FaultTarget
    /// Whether throttling counts the endpoint's requests.
    package let isThrottled: Bool
    /// Whether a denial by the MVPD is an error inside a successful response.
    package let hasErrorsInside: Bool
    /// The error status for an app that needs new client credentials, not only a new access token.
    package let wrongClientStatus: Int
    /// Whether the service may ask the MVPD before it answers.
    package let asksMVPD: Bool
    /// The names of the endpoints that accept the code of a response.
    package let codeLeadsTo: [String]

    /// Whether the endpoint reads a header.
    package func takes(_ header: RequestHeader) -> Bool {
        required.contains(header) || optional.contains(header)
    }

    /// Creates a row of the table.
    init(
        _ name: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ summary: String,
        required: [RequestHeader] = [], optional: [RequestHeader] = [], ignored: [Ignored] = [],
        query: [QueryParameter] = [],
        body: Body? = nil, answers: [Answer], errors: Errors = .enhanced, refusals: [Refused] = [],
        fault: FaultTarget, isThrottled: Bool = true, hasErrorsInside: Bool = false, wrongClientStatus: Int = 401,
        asksMVPD: Bool = false, codeLeadsTo: [String] = []
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.summary = summary
        self.required = required
        self.optional = optional
        self.ignored = ignored
        self.query = query
        self.body = body
        self.answers = answers
        self.errors = errors
        specialRefusals = refusals
        self.fault = fault
        self.isThrottled = isThrottled
        self.hasErrorsInside = hasErrorsInside
        self.wrongClientStatus = wrongClientStatus
        self.asksMVPD = asksMVPD
        self.codeLeadsTo = codeLeadsTo
    }

    /// The path with its parameters in braces.
    package var template: String { path.text }

    /// The HTTP status of the usual successful response.
    package var successStatus: Int { answers[0].status }

    /// Whether browsers open the endpoint and get pages.
    package var isOpenedByBrowsers: Bool { errors == .page }

    /// Returns whether an error is inside a successful response: a denial, or a temporary pass that cannot be used.
    ///
    /// Too many resources fail the whole request. Differences, S-18 and S-130.
    package func holdsInside(_ code: EnhancedErrorCode) -> Bool {
        guard hasErrorsInside, code != .tooManyResources else { return false }
        let ofPasses: Set<EnhancedErrorCode> = [
            .invalidConfigurationTemporaryAccess, .invalidHeaderIdentityForTemporaryAccess,
        ]
        return code.status == 403 || ofPasses.contains(code)
    }
}

extension Endpoint: Hashable, CustomStringConvertible {
    /// The endpoint's name.
    package var description: String { name }

    /// Compares identities; two rows of the table are never equal.
    package static func == (left: Endpoint, right: Endpoint) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
