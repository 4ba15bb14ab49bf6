import HTTPTypes

// The table of endpoints, continued: the pages of a user's browser, and the metadata for identity providers.
extension Endpoint {
    /// The endpoints outside of the entitlement API.
    static let browser: [Endpoint] = [
        .assertionConsumer, .metadata, .logo, .activation, .activationForm, .activationDone, .singleLogout,
        .logoutReturn, .mediaTokenKeys, .mediaTokenKey, .authorizationReturn, .authorizationLogoutReturn,
        .samlLogin,
    ]

    /// The path is chosen here; the vendor's verifier has the key in a file.
    package static let mediaTokenKeys = Endpoint(
        "mediaTokenKeys", .get, "/keys/media-token.json",
        "Returns the public key of media tokens as a JSON Web Key Set (RFC 7517).",
        answers: [.init(200, "The keys.", JSONWebKeySet.self)], errors: .page, fault: .configuration,
        isThrottled: false)

    /// The path is chosen here.
    package static let mediaTokenKey = Endpoint(
        "mediaTokenKey", .get, "/keys/media-token.pem", "Returns the public key of media tokens in PEM.",
        answers: [.page], errors: .page, fault: .configuration, isThrottled: false)

    package static let assertionConsumer = Endpoint(
        "assertionConsumer", .post, "/sp/saml/SAMLAssertionConsumer",
        "Accepts an identity provider's SAML response from a browser (SAML Bindings 2.0, 3.5).",
        body: .page(malformed: .invalidParameterSAMLResponse), answers: [.redirection],
        errors: .page, fault: .authenticate, isThrottled: false)

    /// The path is chosen here; the documentation does not give it.
    package static let metadata = Endpoint(
        "metadata", .get, "/sp/saml/metadata", "Describes the service to identity providers.", answers: [.page],
        errors: .page, fault: .authenticate, isThrottled: false)

    /// The path is chosen here (Differences, S-141).
    package static let samlLogin = Endpoint(
        "samlLogin", .get, "/sp/saml/login", "Starts a sign-in at an identity provider from a browser, without an app.",
        answers: [.redirection], errors: .page, fault: .authenticate, isThrottled: false)

    /// The path is chosen here; the documentation's logos are on the MVPDs' own servers.
    package static let logo = Endpoint(
        "logo", .get, "/logos/{serviceProvider}/{mvpd}", "Returns an MVPD's logo as SVG.", answers: [.page],
        errors: .page, fault: .configuration, isThrottled: false)

    /// The path is chosen here; the page acts as the service provider's web site.
    package static let activation = Endpoint(
        "activation", .get, "/activate", "Shows the second screen's page, where a user enters a code.",
        answers: [.page], errors: .page, fault: .authenticate, isThrottled: false)

    package static let activationForm = Endpoint(
        "activationForm", .post, "/activate", "Accepts the code and the MVPD that the user entered.",
        body: .page(malformed: .invalidParameterCode), answers: [.redirection], errors: .page,
        fault: .authenticate, isThrottled: false)

    package static let activationDone = Endpoint(
        "activationDone", .get, "/activate/done", "Shows the second screen's last page.", answers: [.page],
        errors: .page, fault: .authenticate, isThrottled: false)

    package static let singleLogout = Endpoint(
        "singleLogout", .get, "/adobe-services/logout", "Ends a user's session at an MVPD.",
        answers: [.redirection], errors: .page, fault: .logout, isThrottled: false)

    package static let logoutReturn = Endpoint(
        "logoutReturn", .get, "/sp/saml/LogoutServiceHTTPRedirectResponse",
        "Accepts an identity provider's logout response from a browser (SAML Bindings 2.0, 3.4).",
        answers: [.redirection], errors: .page, fault: .logout, isThrottled: false)

    /// The path was observed in the requests to MVPDs (Differences, S-119).
    package static let authorizationReturn = Endpoint(
        "authorizationReturn", .get, "/adobe-services/oauth2",
        "Accepts an MVPD's authorization code from a browser (RFC 6749, 4.1.2).",
        answers: [.redirection], errors: .page, fault: .authenticate, isThrottled: false, asksMVPD: true)

    /// The path is chosen here; the documentation does not give it.
    package static let authorizationLogoutReturn = Endpoint(
        "authorizationLogoutReturn", .get, "/adobe-services/oauth2/logout",
        "Accepts a browser after its logout at an MVPD with OAuth 2.",
        answers: [.redirection], errors: .page, fault: .logout, isThrottled: false)
}
