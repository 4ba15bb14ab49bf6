import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimXMLSecurity

/// The names and certificates by which the parties of a world trust each other.
enum WorldTrust {
    /// The entitlement service as the providers see it.
    static let serviceProvider: TrustedServiceProvider = {
        let configuration = ServiceConfiguration.default
        return TrustedServiceProvider(
            entityID: configuration.saml.entityID, assertionConsumerService: configuration.saml.assertionConsumer,
            logoutResponseService: configuration.saml.logoutResponseService, certificates: certificates)
    }()

    /// The addresses to which browsers return from providers with OAuth 2.
    static let returns = ServiceReturns(signIn: OAuth2Returns.signIn, logout: OAuth2Returns.logout)

    /// The certificate is a constant of this package; tests verify that it can be read.
    private static let certificates = [try? TrustedCertificate(pem: SimulationKeys.samlCertificate)].compactMap { $0 }
}
