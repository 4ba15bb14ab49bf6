import EntitlementAPI
import Foundation
import Identifiers
import SAML
import SimulationCore
import StateStorage
import StructuredText
import XMLSecurity

/// `GET /adobe-services/logout`: sends a user's browser to the MVPD's logout endpoint, with a signed SAML request
/// (SAML Profiles 2.0, 4.4, HTTP-Redirect).
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
            let place = request.served.address(of: configuration.saml.logoutResponseService)
            pending.send(PendingLogout.SentRequest(id: requestID, responseService: place))
            try state.setValue(pending, for: ServiceDocument.pendingLogout(id))
            return (pending, configuration)
        }
        guard
            let provider = configuration.requestor(pending.serviceProvider)?.integration(pending.mvpd)?
                .identityProvider, let service = provider.singleLogoutService, let session = pending.session
        else {
            try simulation.store.write { try $0.setValue(nil, for: ServiceDocument.pendingLogout(id)) }
            return BrowserPage.loggedOut(
                pending, outcome: "logged out",
                reason: "'\(pending.mvpd)' has no session to end, or no logout endpoint.")
        }
        let saml = LogoutRequest(
            id: requestID, issueInstant: request.now, issuer: configuration.saml.entityID,
            destination: provider.isExternal ? service : request.served.address(of: service),
            nameID: session.nameID, qualifiers: session.qualifiers,
            sessionIndexes: session.sessionIndex.map { [$0] } ?? [])
        let query = try RedirectBinding.query(
            .request, saml.xml(), relayState: id, signedBy: ServiceKeys.saml())
        return BrowserPage.redirect(
            to: BrowserPage.place(service, isExternal: provider.isExternal, query: query), outcome: "sent to log out",
            reason: "'\(pending.mvpd)' ends the user's session.")
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
            throw Refusal(
                .invalidAuthenticationSession, "The logout is unknown, complete or expired.")
        }
        return pending
    }
}

/// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`: takes the MVPD's answer to a logout request from the user's browser,
/// and sends the browser to the app's redirect URL.
///
/// The browser is redirected even if the MVPD refuses to end the session, because the app's profile is already removed.
struct LogoutReturnEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering { try ended(request) }
    }

    private func ended(_ request: ServiceRequest) throws -> ServiceAnswer {
        _ = try request.query(orRefuse: .invalidParameterSAMLResponse)
        // Read from the raw query: the signature covers the parameter's name as it was sent.
        let id: String?
        do throws(MessageError) { id = try RedirectBinding.relayState(in: request.rawQuery) } catch {
            throw Refusal(.invalidParameterSAMLResponse, "The logout response is invalid: \(error)")
        }
        guard let id else {
            throw Refusal(
                .invalidAuthenticationSession,
                "The logout response has no RelayState, which the logout request had, so it belongs to no logout.")
        }
        let (pending, configuration) = try simulation.store.read { state in
            (
                try SingleLogoutEndpoint.pending(id, at: request.now, in: state),
                try context.configuration(in: state)
            )
        }
        guard
            let provider = configuration.requestor(pending.serviceProvider)?.integration(pending.mvpd)?
                .identityProvider
        else {
            throw Refusal(
                .invalidIntegration,
                "The integration with '\(pending.mvpd)' was removed, or it has no identity provider.")
        }
        let response: SAML.LogoutResponse
        do throws(MessageError) {
            response = try SAML.LogoutResponse(
                unverifiedXML: RedirectBinding.read(
                    .response, in: request.rawQuery, signedBy: PinnedCertificates.believed(provider.certificates)
                ).xml)
        } catch {
            throw Refusal(.invalidParameterSAMLResponse, "The logout response is invalid: \(error)")
        }
        let sent = pending.sentRequests ?? []
        let awaited = sent.map { SAML.LogoutResponse.Awaited(id: $0.id, responseService: $0.responseService) }
        if let reason = response.refusal(from: provider.entityID, answering: awaited) {
            throw Refusal(.invalidParameterSAMLResponse, reason)
        }
        // An answer is accepted once.
        try simulation.store.write { try $0.setValue(nil, for: ServiceDocument.pendingLogout(id)) }
        return BrowserPage.loggedOut(
            pending, outcome: response.succeeded ? "logged out" : "not logged out",
            reason: response.succeeded
                ? "'\(pending.mvpd)' has ended the user's session."
                : "'\(pending.mvpd)' did not end the user's session: \(response.statusCodes.joined(separator: ", "))")
    }
}
