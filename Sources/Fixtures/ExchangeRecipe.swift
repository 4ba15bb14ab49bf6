/// Requests to the entitlement service, one after another, and what each must be answered.
///
/// The app is registered and has an access token; every request carries it, and says which device asks, unless the
/// request's own headers say otherwise. What is not known beforehand stands there as a ``Placeholder``.
package struct ExchangeRecipe: Sendable {
    /// What stands in paths and forms for what is not known beforehand, in braces.
    package enum Placeholder: String, Sendable, CaseIterable {
        /// The SAML response in Base64.
        case response
        /// The same as XML.
        case responseXML
        /// The Base64, percent-encoded.
        case percentEncodedResponse
        /// The code that the service gave last.
        case code
        /// The same in small letters.
        case codeInSmallLetters
    }

    /// One request.
    package struct Request: Sendable, Hashable {
        /// The HTTP method.
        package var method: String
        /// The path, as documented.
        package var path: String
        /// Headers beside the usual ones; `nil` takes a usual one away.
        package var headers: [String: String?] = [:]
        /// The fields of a form; `nil`: none is sent.
        package var form: [String: String]?
        /// A body of JSON; `nil`: none is sent.
        package var json: String?
    }

    /// What a request must be answered.
    package struct Answer: Sendable, Hashable {
        /// Status and enhanced error code.
        package var verdict: ServiceVerdict
        /// Members of the answer, by name, as text.
        package var members: [String: String] = [:]
    }

    /// One step.
    package struct Step: Sendable {
        /// The request; `nil`: an event of the world instead.
        package var request: Request?
        /// What it must be answered.
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

    /// What is sent, and answered.
    package var steps: [Step]
    /// The same with nothing wrong.
    package var healthy: [Step]
    /// What of the world is not as in every profile, as YAML; the same for both.
    package var world: String
    /// The value of the framework status that is to be judged; `nil`: none is.
    package var header: String?
    /// Whether the app keeps its access token when time passes; else it takes a new one.
    package var keepsToken = false

    /// The service asks what every response of a fixture answers.
    static let awaiting = "service: {partnerRequestID: \(FixtureResponse.request)}\n"

    init(_ steps: [Step], healthy: [Step], world: String = Self.awaiting, header: String? = nil) {
        self.steps = steps
        self.healthy = healthy
        self.world = world
        self.header = header
    }

    /// The profile of the world: the same text for every case that says nothing of it.
    package var profile: String { "schema: 1\nname: a fixture's requests\n\(world)" }

    /// The same with nothing wrong.
    package var healthyTwin: ExchangeRecipe {
        var twin = self
        twin.steps = healthy
        return twin
    }
}
