import SAML

/// A scheme in which a provider answers requests about its subscribers.
package enum AnswerScheme: String, Sendable, CaseIterable {
    /// With a SAML response.
    case saml
    /// With a string in a format of the provider.
    case api
}

/// The configured answer of a provider to requests with the `api` scheme.
package struct APIResponse: Sendable, Hashable {
    /// The provider's own status; `nil` if it sends none.
    package var status: String?
    /// The provider's own string, often JSON; `nil` if it sends none.
    package var body: String?

    /// Creates an answer.
    package init(status: String? = nil, body: String? = nil) {
        self.status = status
        self.body = body
    }
}

extension Provider {
    /// Answers a request about a subscriber with the subscriber's `apiResponse`, or else with the provider's.
    ///
    /// The answer is not signed, so the only defect that applies is a missing body (Differences, P-15).
    func apiAnswer(about name: String) -> (ProviderAnswer, reason: String) {
        guard let subscriber = subscriber(name) else {
            return (.rejected(status: nil, body: nil), "'\(identifier)' has no subscriber '\(name)'")
        }
        let response = subscriber.apiResponse ?? apiResponse ?? APIResponse()
        if defect == .noResponse {
            return (.answered(status: response.status, body: nil), "the provider is configured to send no body")
        }
        let source = subscriber.apiResponse == nil ? "its own" : "the subscriber's"
        return (
            .answered(status: response.status, body: response.body), "the provider answers with \(source) 'apiResponse'"
        )
    }
}
