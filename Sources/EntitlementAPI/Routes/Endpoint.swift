package import HTTPTypes

/// One endpoint of the service: its method, its path and the headers that it demands.
package struct Endpoint: Sendable, Hashable {
    /// A header that an endpoint may demand.
    package enum Requirement: Sendable, Hashable, CaseIterable {
        /// `Authorization: Bearer …`
        case accessToken
        /// `AP-Device-Identifier: fingerprint …`
        case deviceIdentifier
        /// `X-Device-Info: …`
        case deviceInformation
        /// `AP-Partner-Framework-Status: …`
        case frameworkStatus
    }

    /// The endpoint's name in this package.
    package let name: String
    /// The only method that it takes.
    package let method: HTTPRequest.Method
    /// The path, with its parameters in braces.
    package let template: String
    /// The headers without which it answers nothing else.
    package let requirements: [Requirement]
    /// The HTTP status of its ordinary success.
    package let successStatus: Int

    let segments: [Segment]

    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    private init(
        _ name: String, _ method: HTTPRequest.Method, _ template: String, _ requirements: [Requirement],
        success: Int = 200
    ) {
        self.name = name
        self.method = method
        self.template = template
        self.requirements = requirements
        successStatus = success
        segments = template.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }
}

// The endpoint matrix: REST API V2, and dynamic client registration.
extension Endpoint {
    private static let device: [Requirement] = [.accessToken, .deviceIdentifier, .deviceInformation]

    /// Registers an app by its software statement.
    package static let register = Endpoint(
        "register", .post, "/o/client/register", [.deviceInformation], success: 201)
    /// Hands out an access token for client credentials.
    package static let token = Endpoint("token", .post, "/o/client/token", [.deviceInformation], success: 201)
    /// Lists the MVPDs that a service provider integrates.
    package static let configuration = Endpoint(
        "configuration", .get, "/api/v2/{serviceProvider}/configuration", [.accessToken])
    /// Begins a sign-in at an MVPD.
    package static let session = Endpoint("session", .post, "/api/v2/{serviceProvider}/sessions", device)
    /// Supplies what a session lacks.
    package static let resume = Endpoint(
        "resume", .post, "/api/v2/{serviceProvider}/sessions/{code}", [.accessToken])
    /// Tells what a session has and lacks, and where it began.
    package static let sessionInformation = Endpoint(
        "sessionInformation", .get, "/api/v2/{serviceProvider}/sessions/{code}", [.accessToken])
    /// Begins a partner sign-in; a framework status that is missing is answered by a fallback, not by an error.
    package static let partnerSession = Endpoint(
        "partnerSession", .post, "/api/v2/{serviceProvider}/sessions/sso/{partner}", device)
    /// Turns a partner's SAML response into a profile.
    package static let partnerProfile = Endpoint(
        "partnerProfile", .post, "/api/v2/{serviceProvider}/profiles/sso/{partner}",
        device + [.frameworkStatus], success: 201)
    /// Lists the valid profiles of a device.
    package static let profiles = Endpoint("profiles", .get, "/api/v2/{serviceProvider}/profiles", device)
    /// Lists the valid profiles of a device with one MVPD.
    package static let profile = Endpoint("profile", .get, "/api/v2/{serviceProvider}/profiles/{mvpd}", device)
    /// Shows the valid profile that a code has led to.
    package static let profileByCode = Endpoint(
        "profileByCode", .get, "/api/v2/{serviceProvider}/profiles/code/{code}", [.accessToken])
    /// Tells which of several resources may be watched, without a promise.
    package static let preauthorize = Endpoint(
        "preauthorize", .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", device)
    /// Decides whether resources may be watched now.
    package static let authorize = Endpoint(
        "authorize", .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", device)
    /// Removes the profiles of a device with one MVPD.
    package static let logout = Endpoint("logout", .get, "/api/v2/{serviceProvider}/logout/{mvpd}", device)

    /// Forgets the trials of a temporary pass, one device's or all.
    package static let resetTempPass = Endpoint(
        "resetTempPass", .delete, "/reset-tempass/v3/reset", [.accessToken], success: 204)
    /// Forgets the trials of a promotional pass, one person's or all.
    package static let resetTempPassOfPerson = Endpoint(
        "resetTempPassOfPerson", .delete, "/reset-tempass/v3/reset/generic", [.accessToken], success: 204)

    /// Opens the sign-in page of a code, in a browser.
    package static let authenticate = Endpoint(
        "authenticate", .get, "/api/v2/authenticate/{serviceProvider}/{code}", [], success: 302)
    /// Takes an identity provider's SAML response from a browser (SAML Bindings 2.0 § 3.5).
    package static let assertionConsumer = Endpoint(
        "assertionConsumer", .post, "/sp/saml/SAMLAssertionConsumer", [], success: 302)

    /// Ends a person's session at an MVPD, in a browser.
    package static let singleLogout = Endpoint("singleLogout", .get, "/adobe-services/logout", [], success: 302)
    /// Takes an identity provider's answer to that from a browser (SAML Bindings 2.0 § 3.4).
    package static let logoutReturn = Endpoint(
        "logoutReturn", .get, "/sp/saml/LogoutServiceHTTPRedirectResponse", [], success: 302)
    /// Describes the service to identity providers; the path is ours.
    package static let metadata = Endpoint("metadata", .get, "/sp/saml/metadata", [])
    /// The second screen's page, where a person enters a code; the path is ours.
    package static let activation = Endpoint("activation", .get, "/activate", [])
    /// Takes what the person entered.
    package static let activationForm = Endpoint("activationForm", .post, "/activate", [], success: 302)
    /// Where the second screen ends.
    package static let activationDone = Endpoint("activationDone", .get, "/activate/done", [])

    /// Whether requests are counted while throttling is switched on.
    package var isThrottled: Bool { template.hasPrefix("/api/v2/") || template.hasPrefix("/o/client/") }

    /// Whether browsers come here, which are answered with pages: what demands nothing of an app.
    package var isOpenedByBrowsers: Bool { requirements.isEmpty }

    /// Every endpoint that is answered, in the order of a first launch.
    package static let all: [Endpoint] = [
        .register, .token, .configuration, .session, .resume, .sessionInformation, .partnerSession, .partnerProfile,
        .authenticate, .assertionConsumer, .singleLogout, .logoutReturn, .metadata, .activation, .activationForm,
        .activationDone, .profiles, .profile, .profileByCode, .preauthorize, .authorize, .logout,
        .resetTempPass, .resetTempPassOfPerson,
    ]
}
