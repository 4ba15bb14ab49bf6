/// What an app sends to begin a partner sign-in, as form fields: what the regular sign-in would need.
package struct PartnerSessionRequest: Hashable, Sendable {
    /// The domain on whose behalf the person signs in.
    package var domainName: String?
    /// Where the browser is sent when the sign-in is over.
    package var redirectURL: String?

    /// Creates a request.
    package init(domainName: String?, redirectURL: String?) {
        self.domainName = domainName
        self.redirectURL = redirectURL
    }

    /// Reads a form; a field that is missing or empty is `nil`, and `domain` is taken for `domainName`.
    package init(form: [FormField]) {
        func field(_ name: String) -> String? { form.value(name).flatMap { $0.isEmpty ? nil : $0 } }
        domainName = field("domainName") ?? field("domain")
        redirectURL = field("redirectUrl")
    }

    /// Whether a regular sign-in would lack nothing.
    package var isComplete: Bool { domainName != nil && redirectURL != nil }

    /// The form fields.
    package var form: [FormField] {
        [("domainName", domainName), ("redirectUrl", redirectURL)]
            .compactMap { name, value in value.map { FormField(name, $0) } }
    }
}

extension EntitlementCall where Answer == SessionResponse {
    /// Begins a sign-in through Apple's framework.
    package static func partnerSession(
        _ request: PartnerSessionRequest, of serviceProvider: String, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(.partnerSession(serviceProvider), headers: headers, body: .form(request.form))
    }
}
