package import TVSimStructuredText

/// A request to start a partner sign-in, with the parameters of a classic sign-in.
package struct PartnerSessionRequest: FormRequest {
    /// The domain that the user signs in for.
    package var domainName: String?
    /// The URL that the browser is redirected to after the sign-in.
    package var redirectURL: String?

    package static let fields = [
        FormKey<PartnerSessionRequest>("domainName", \.domainName, synonym: "domain"),
        FormKey("redirectUrl", \.redirectURL),
    ]

    package init() {}

    /// Creates a request.
    package init(domainName: String?, redirectURL: String?) {
        self.domainName = domainName
        self.redirectURL = redirectURL
    }

    /// The parameters of a classic sign-in that the request does not have.
    package var missingParameters: [String] {
        [("domainName", domainName), ("redirectUrl", redirectURL)].filter { $0.1 == nil }.map(\.0)
    }
}

extension EntitlementCall where Answer == SessionResponse {
    /// Starts a sign-in through Apple's framework.
    package static func partnerSession(
        _ request: PartnerSessionRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.partnerSession.route(serviceProvider), headers: headers, body: .form(request.form))
    }
}
