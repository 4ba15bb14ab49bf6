import EntitlementService
import IdentityProvider
import XMLSecurity

/// What the parties of a world know of each other without knowing each other: certificates and names.
enum WorldTrust {
    /// The entitlement service, as the providers know it.
    static let serviceProvider: TrustedServiceProvider = {
        let configuration = ServiceConfiguration.default
        // The certificate is a constant of this package; a test reads it.
        let certificate = try? TrustedCertificate(pem: SimulationKeys.samlCertificate)
        return TrustedServiceProvider(
            entityID: configuration.entityID, assertionConsumerService: configuration.assertionConsumer,
            logoutResponseService: configuration.logoutResponseService,
            certificates: [certificate].compactMap { $0 })
    }()
}
