/// What an app or a second screen says of a sign-in at an MVPD, all at once or bit by bit.
///
/// spec entitlement § 2.4, endpoints 2 and 3.
package struct SessionRequest: Hashable, Sendable {
    /// The MVPD at which the person signs in.
    package var mvpd: String?
    /// The domain on whose behalf the person signs in.
    package var domainName: String?
    /// Where the browser is sent when the sign-in is over.
    package var redirectURL: String?

    /// Creates a request.
    package init(mvpd: String? = nil, domainName: String? = nil, redirectURL: String? = nil) {
        self.mvpd = mvpd
        self.domainName = domainName
        self.redirectURL = redirectURL
    }

    /// Reads a form; a field that is missing or empty is `nil`, and `domain` is taken for `domainName`.
    package init(form: [FormField]) {
        func field(_ name: String) -> String? { form.value(name).flatMap { $0.isEmpty ? nil : $0 } }
        mvpd = field("mvpd")
        domainName = field("domainName") ?? field("domain")
        redirectURL = field("redirectUrl")
    }

    /// The form fields.
    package var form: [FormField] {
        [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)]
            .compactMap { name, value in value.map { FormField(name, $0) } }
    }
}

extension EntitlementCall where Answer == SessionResponse {
    /// Begins a sign-in at an MVPD.
    package static func session(
        _ request: SessionRequest, of serviceProvider: String, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(.session(serviceProvider), headers: headers, body: .form(request.form))
    }

    /// Supplies what a session lacks.
    package static func resume(
        _ request: SessionRequest, code: String, of serviceProvider: String, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(.resume(serviceProvider, code: code), headers: headers, body: .form(request.form))
    }
}
