/// A sequence of requests to the entitlement service, and the expected responses.
///
/// The app is registered and has an access token. Every request contains the token and the headers that identify the
/// device, unless its own headers replace them. A ``Placeholder`` stands for a value that is known only at run time.
package struct ExchangeRecipe: Sendable {
    /// A value that is known only at run time; paths and forms contain its name in braces.
    package enum Placeholder: String, Sendable, CaseIterable {
        /// The SAML response in Base64.
        case response
        /// The SAML response as XML.
        case responseXML
        /// The SAML response in Base64, percent-encoded.
        case percentEncodedResponse
        /// The code of the service's most recent successful response.
        case code
        /// The same code in lower case.
        case codeInSmallLetters
    }

    /// One request.
    package struct Request: Sendable, Hashable {
        /// The HTTP method.
        package var method: String
        /// The path of the REST API.
        package var path: String
        /// Headers in addition to the default ones; `nil` removes a default header.
        package var headers: [String: String?] = [:]
        /// The fields of a form body; `nil` if the request has no form.
        package var form: [String: String]?
        /// A JSON body; `nil` if the request has none.
        package var json: String?
    }

    /// The expected response to a request.
    package struct Answer: Sendable, Hashable {
        /// The expected status and enhanced error code.
        package var verdict: ServiceVerdict
        /// The expected members of the response, by their paths, as text.
        package var members: [String: String] = [:]
    }

    /// One step.
    package struct Step: Sendable {
        /// The request; `nil` if the step is an event.
        package var request: Request?
        /// The expected response; `nil` if the step is an event.
        package var answer: Answer?
        /// An event of the profile format, such as `advance: 31m`.
        package var event: String?

        static func event(_ text: String) -> Step { Step(event: text) }

        static func send(
            _ method: String, _ path: String, headers: [String: String?] = [:], form: [String: String]? = nil,
            json: String? = nil, _ status: Int, _ code: String? = nil, members: [String: String] = [:]
        ) -> Step {
            Step(
                request: Request(method: method, path: path, headers: headers, form: form, json: json),
                answer: Answer(verdict: ServiceVerdict(status, code), members: members))
        }
    }

    /// The steps of the case.
    package var steps: [Step]
    /// The steps of the same exchange without the defect.
    package var healthy: [Step]
    /// The world's deviations from the default profile as YAML; both sequences use the same world.
    package var world: String
    /// The value of the framework status header that the case tests; `nil` if it tests no such header.
    package var header: String?
    /// Whether the app keeps its access token after an event; otherwise it requests a new one.
    package var keepsToken = false

    /// Makes the service use the request identifier that every fixture's response refers to.
    static let awaiting = "service: {partnerRequestID: \(FixtureParties.catalogue.request)}\n"

    init(_ steps: [Step], healthy: [Step], world: String = Self.awaiting, header: String? = nil) {
        self.steps = steps
        self.healthy = healthy
        self.world = world
        self.header = header
    }

    /// The profile of the world.
    package var profile: String { "schema: 1\nname: a fixture's requests\n\(world)" }

    /// The same exchange without the defect.
    package var healthyTwin: ExchangeRecipe {
        var twin = self
        twin.steps = healthy
        return twin
    }
}
