package import Identifiers

/// What an app or a second screen says of a sign-in at an MVPD, in one request or in several.
///
/// Adobe Pass REST API V2, Create authentication session and Resume authentication session.
package struct SessionRequest: FormRequest {
    /// The MVPD at which the person signs in.
    package var mvpd: MVPDID?
    /// The domain on whose behalf the person signs in.
    package var domainName: String?
    /// Where the browser is sent when the sign-in is over.
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
    /// Begins a sign-in at an MVPD.
    package static func session(
        _ request: SessionRequest, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.session.route(serviceProvider), headers: headers, body: .form(request.form))
    }

    /// Supplies what a session lacks.
    package static func resume(
        _ request: SessionRequest, code: String, of serviceProvider: RequestorID, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(Endpoint.resume.route(serviceProvider, code: code), headers: headers, body: .form(request.form))
    }
}
