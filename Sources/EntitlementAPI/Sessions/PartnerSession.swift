package import Identifiers

/// What an app sends to begin a partner sign-in: what a regular sign-in would need.
package struct PartnerSessionRequest: FormRequest {
    /// The domain on whose behalf the person signs in.
    package var domainName: String?
    /// Where the browser is sent when the sign-in is over.
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

    /// Whether a regular sign-in would lack nothing.
    package var isComplete: Bool { domainName != nil && redirectURL != nil }
}

extension EntitlementCall where Answer == SessionResponse {
    /// Begins a sign-in through Apple's framework.
    package static func partnerSession(
        _ request: PartnerSessionRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.partnerSession.route(serviceProvider), headers: headers, body: .form(request.form))
    }
}
