/// A service provider that a provider knows besides the entitlement service: a back end of one's own under test.
package struct ServiceProviderRecord: Codable, Sendable, Hashable {
    /// Its entity identifier.
    package var entityID: String
    /// Where its answers may go, by HTTP-POST; the first unless a request names another.
    package var assertionConsumerServices: [String]
    /// Where the answers to its logout requests go, by HTTP-Redirect; `nil`: it asks for none.
    package var singleLogoutService: String?
    /// The certificate of its signatures, PEM.
    package var certificate: String

    /// Creates a record.
    package init(
        entityID: String, assertionConsumerServices: [String], singleLogoutService: String? = nil, certificate: String
    ) {
        self.entityID = entityID
        self.assertionConsumerServices = assertionConsumerServices
        self.singleLogoutService = singleLogoutService
        self.certificate = certificate
    }
}
