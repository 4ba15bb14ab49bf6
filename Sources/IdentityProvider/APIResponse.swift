import SAML

/// How a provider answers questions about its subscribers.
package enum AnswerScheme: String, Sendable, CaseIterable {
    /// With a SAML response.
    case saml
    /// With a string of its own.
    case api
}

/// What a provider that speaks `api` answers, word for word.
package struct APIResponse: Sendable, Hashable {
    /// The provider's own status; `nil`: none.
    package var status: String?
    /// The provider's own string, often JSON; `nil`: none.
    package var body: String?

    /// Creates an answer.
    package init(status: String? = nil, body: String? = nil) {
        self.status = status
        self.body = body
    }
}

extension Provider {
    /// Answers about a subscriber in the provider's own way: with the subscriber's response, else with the provider's.
    ///
    /// Nothing is signed, so of the defects only a missing body means something here.
    func apiAnswer(about name: String) -> (ProviderAnswer, reason: String) {
        guard let subscriber = subscriber(name) else {
            return (.rejected(status: nil, body: nil), "'\(identifier)' has no subscriber '\(name)'")
        }
        let response = subscriber.apiResponse ?? apiResponse ?? APIResponse()
        if defect == .noResponse {
            return (.answered(status: response.status, body: nil), "the provider sends no body, as it was told to")
        }
        let source = subscriber.apiResponse == nil ? "the provider's" : "the subscriber's"
        return (
            .answered(status: response.status, body: response.body), "the subscriber is known; the answer is \(source)"
        )
    }
}
