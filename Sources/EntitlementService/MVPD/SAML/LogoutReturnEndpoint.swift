import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

extension LogoutDeparture {
    /// Returns the address of the MVPD's logout endpoint with a signed request (SAML Profiles 2.0, 4.4, HTTP-Redirect);
    /// `nil` if the MVPD has no such endpoint.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    func samlLocation(
        of session: ProviderSession, to integration: Integration, _ configuration: ServiceConfiguration
    ) throws -> String? {
        guard let provider = integration.identityProvider, let service = provider.singleLogoutService else {
            return nil
        }
        let saml = LogoutRequest(
            id: requestID, issueInstant: now, issuer: configuration.saml.entityID,
            destination: provider.isExternal ? service : served.address(of: service),
            nameID: session.nameID, qualifiers: session.qualifiers,
            sessionIndexes: session.sessionIndex.map { [$0] } ?? [])
        let query = try RedirectBinding.query(.request, saml.xml(), relayState: id, signedBy: ServiceKeys.saml())
        return BrowserPage.place(service, isExternal: provider.isExternal, query: query)
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
            let isThere = configuration.requestor(pending.serviceProvider)?.integration(pending.mvpd) != nil
            throw Refusal(
                .invalidIntegration,
                isThere
                    ? "The integration with '\(pending.mvpd)' has no identity provider."
                    : "The integration of '\(pending.serviceProvider)' with '\(pending.mvpd)' was removed.")
        }
        let response: TVSimSAML.LogoutResponse
        do throws(MessageError) {
            response = try TVSimSAML.LogoutResponse(
                unverifiedXML: RedirectBinding.read(
                    .response, in: request.rawQuery, signedBy: PinnedCertificates.believed(provider.certificates)
                ).xml)
        } catch {
            throw Refusal(.invalidParameterSAMLResponse, "The logout response is invalid: \(error)")
        }
        let sent = pending.sentRequests ?? []
        let awaited = sent.map { TVSimSAML.LogoutResponse.Awaited(id: $0.id, responseService: $0.responseService) }
        if let reason = response.refusal(from: provider.entityID, answering: awaited) {
            throw Refusal(.invalidParameterSAMLResponse, reason)
        }
        // An answer is accepted once.
        try simulation.store.write { try $0.setValue(nil, for: ServiceDocument.pendingLogout(id)) }
        return BrowserPage.loggedOut(
            pending, outcome: response.succeeded ? "logged out" : "not logged out",
            reason: response.succeeded
                ? "'\(pending.mvpd)' has ended the user's session."
                : "'\(pending.mvpd)' did not end the user's session: \(response.statusCodes.joined(separator: ", "))"
                    + (response.statusMessage.map { " (\($0.prefix(512)))" } ?? ""))
    }
}
