package import TVSimSAML
import TVSimStructuredText
package import TVSimXMLSecurity

/// The entitlement service, whose requests all providers answer.
package struct TrustedServiceProvider: Sendable {
    /// The entity identifier.
    package let entityID: EntityID
    /// The default address of responses.
    package let assertionConsumerService: String
    /// The address of logout responses.
    package let logoutResponseService: String
    /// The certificates that verify its requests.
    package var certificates: [TrustedCertificate] { readCertificates() }
    private let readCertificates: @Sendable () -> [TrustedCertificate]

    /// Creates the service provider; its certificates are read when a request is verified, and not by short commands.
    package init(
        entityID: EntityID, assertionConsumerService: String, logoutResponseService: String,
        certificates: @autoclosure @escaping @Sendable () -> [TrustedCertificate]
    ) {
        self.entityID = entityID
        self.assertionConsumerService = assertionConsumerService
        self.logoutResponseService = logoutResponseService
        readCertificates = certificates
    }
}
