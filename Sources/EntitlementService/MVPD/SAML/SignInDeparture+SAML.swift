import Foundation
import TVSimCore
import TVSimSAML
import TVSimXMLSecurity

extension SignInDeparture {
    /// Returns the address of the MVPD's sign-in page with a signed request (HTTP-Redirect binding); `nil` if users
    /// cannot sign in there.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    func samlLocation(to integration: Integration, _ configuration: ServiceConfiguration) throws -> String? {
        guard let provider = integration.identityProvider, let service = provider.singleSignOnService else {
            return nil
        }
        var request = AuthnRequest(
            id: requestID, issueInstant: now, issuer: configuration.saml.entityID,
            destination: provider.isExternal ? service : served.address(of: service),
            assertionConsumerService: returnAddress)
        request.scope(to: integration, for: serviceProvider)
        request.forceAuthn = mustPrompt
        request.isPassive = mustNotPrompt
        let query = try RedirectBinding.query(.request, request.xml(), relayState: code, signedBy: ServiceKeys.saml())
        return BrowserPage.place(service, isExternal: provider.isExternal, query: query)
    }
}
