import TVSimProviderMessages

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
    func apiReply(about name: String) -> (ProviderReply, reason: String) {
        guard let subscriber = subscriber(name) else {
            return (.rejected(ProviderResponse(scheme: .api)), "'\(identifier)' has no subscriber '\(name)'")
        }
        let configured = subscriber.apiResponse ?? apiResponse ?? APIResponse()
        var response = ProviderResponse(scheme: .api, status: configured.status)
        if saml.sendsNoResponse {
            return (.answered(response), "the provider is configured to send no body")
        }
        response.body = configured.body
        let source = subscriber.apiResponse == nil ? "its own" : "the subscriber's"
        return (.answered(response), "the provider answers with \(source) 'apiResponse'")
    }
}
