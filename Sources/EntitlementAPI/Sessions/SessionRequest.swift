package import TVSimStructuredText

/// The parameters of a sign-in at an MVPD.
///
/// An app or a second screen sends them in one or more requests.
///
/// Adobe Pass REST API V2, Create authentication session and Resume authentication session.
package struct SessionRequest: FormRequest {
    /// The MVPD that the user signs in with.
    package var mvpd: MVPDID?
    /// The domain that the user signs in for.
    package var domainName: String?
    /// The URL that the browser is redirected to after the sign-in.
    package var redirectURL: String?

    package static let fields = [
        FormKey<SessionRequest>("mvpd", \.mvpd), FormKey("domainName", \.domainName, synonym: "domain"),
        FormKey("redirectUrl", \.redirectURL),
    ]

    package init() {}

    /// Creates a request.
    package init(mvpd: MVPDID? = nil, domainName: String? = nil, redirectURL: String? = nil) {
        self.mvpd = mvpd
        self.domainName = domainName
        self.redirectURL = redirectURL
    }
}

extension EntitlementCall where Answer == SessionResponse {
    /// Starts a sign-in at an MVPD.
    package static func session(
        _ request: SessionRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.session.route(serviceProvider), headers: headers, body: .form(request.form))
    }

    /// Adds missing parameters to a session.
    package static func resume(
        _ request: SessionRequest, code: String, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.resume.route(serviceProvider, code: code), headers: headers, body: .form(request.form))
    }
}
