import Identifiers
package import SAML
package import XMLSecurity

/// The service provider whose requests all providers answer: the entitlement service.
package struct TrustedServiceProvider: Sendable {
    /// Its entity identifier.
    package let entityID: EntityID
    /// Where its answers go, unless a request says otherwise.
    package let assertionConsumerService: String
    /// Where answers to its logout requests go.
    package let logoutResponseService: String
    /// The certificates that its requests are believed by.
    package let certificates: [TrustedCertificate]

    /// Creates the trust.
    package init(
        entityID: EntityID, assertionConsumerService: String, logoutResponseService: String,
        certificates: [TrustedCertificate]
    ) {
        self.entityID = entityID
        self.assertionConsumerService = assertionConsumerService
        self.logoutResponseService = logoutResponseService
        self.certificates = certificates
    }
}
