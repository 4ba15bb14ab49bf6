import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /adobe-services/logout`: sends a user's browser to the MVPD's logout endpoint, in the protocol of the session.
///
/// `pt_device_id` names the logout. Errors are shown as a page.
struct SingleLogoutEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering { try sentOn(request) }
    }

    private func sentOn(_ request: ServiceRequest) throws -> ServiceAnswer {
        // The SDK also opens this page for sessions that the MVPD cannot end: the browser then returns to the app.
        let fields = try request.query()
        if fields.value("pt_device_id") == nil, let redirect = fields.value("redirect_url"),
            Self.isOfTheSDK(redirect)
        {
            return BrowserPage.redirect(to: redirect, outcome: "logged out", reason: "The MVPD has no session to end.")
        }
        let id = fields.value("pt_device_id") ?? ""
        let requestID = try simulation.identifiers.xmlIdentifier()
        let (pending, configuration) = try simulation.store.write { state in
            let configuration = try context.configuration(in: state)
            var pending = try Self.pending(id, at: request.now, in: state)
            let place = request.served.address(
                of: pending.session?.logoutReturn(configuration) ?? configuration.saml.logoutResponseService)
            pending.send(PendingLogout.SentRequest(id: requestID, responseService: place))
            try state.setValue(pending, for: ServiceDocument.pendingLogout(id))
            return (pending, configuration)
        }
        let integration = configuration.requestor(pending.serviceProvider)?.integration(pending.mvpd)
        let departure = LogoutDeparture(id: id, requestID: requestID, now: request.now, served: request.served)
        guard let integration, let session = pending.session,
            let location = try departure.location(of: session, to: integration, configuration)
        else {
            try simulation.store.write { try $0.setValue(nil, for: ServiceDocument.pendingLogout(id)) }
            return BrowserPage.loggedOut(
                pending, outcome: "logged out",
                reason: "'\(pending.mvpd)' has no session to end, or no logout endpoint.")
        }
        return BrowserPage.redirect(
            to: location, outcome: "sent to log out", reason: "'\(pending.mvpd)' ends the user's session.")
    }

    /// Returns whether a redirect URL opens an app with the SDK.
    ///
    /// Only to such an app is a browser redirected without a logout.
    private static func isOfTheSDK(_ redirect: String) -> Bool {
        guard let scheme = URLComponents(string: redirect)?.scheme?.lowercased() else { return false }
        return scheme == "adobepass" || scheme.hasPrefix("adbe.")
    }

    /// Returns the pending logout with an identifier.
    ///
    /// - Throws: ``Refusal`` if the logout is unknown or expired.
    static func pending(_ id: String, at now: Date, in state: any StateReading) throws -> PendingLogout {
        guard PendingLogout.isIdentifier(id),
            let pending = try state.value(for: ServiceDocument.pendingLogout(id)), pending.holds(at: now)
        else {
            let what = id.isEmpty ? "is not named" : "'\(id.prefix(128))' is unknown, complete or expired"
            throw Refusal(.invalidAuthenticationSession, "The logout \(what).")
        }
        return pending
    }
}

/// What a browser takes to an MVPD's logout endpoint, in no protocol's terms.
struct LogoutDeparture {
    /// The name of the logout, which the MVPD gives back.
    let id: String
    /// The identifier of the request.
    let requestID: String
    /// The time of the request.
    let now: Date
    /// The address that the browser used.
    let served: ServedAddress

    /// Returns the address at the MVPD; `nil` if the MVPD does not end sessions.
    ///
    /// - Throws: An error if the request cannot be signed.
    func location(
        of session: MVPDSession, to integration: Integration, _ configuration: ServiceConfiguration
    ) throws -> String? {
        switch session {
        case .saml(let session): try samlLocation(of: session, to: integration, configuration)
        case .oauth2:
            integration.authorizationServer?.logoutLocation(
                of: id, requestID: requestID, returnAddress: served.address(of: OAuth2Returns.logout))
        }
    }
}

extension MVPDSession {
    /// Returns the documented address to which a browser returns after the logout.
    fileprivate func logoutReturn(_ configuration: ServiceConfiguration) -> String {
        switch self {
        case .saml: configuration.saml.logoutResponseService
        case .oauth2: OAuth2Returns.logout
        }
    }
}
