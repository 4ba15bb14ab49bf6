package import TVSimSAML
import TVSimStructuredText

/// A service provider other than the entitlement service that a provider knows, such as a back end under test.
package struct KnownServiceProvider: Sendable, Hashable {
    /// The form of the verification tokens that its apps use.
    package enum TokenForm: String, Sendable, CaseIterable {
        /// A SAML request that the service provider signed, in Base64.
        case signedRequest
        /// A format that only the service provider and its provider know; it is not checked.
        case opaque
    }

    /// The entity identifier.
    package let entityID: EntityID
    /// The addresses of responses by HTTP-POST; the first is the default.
    package var assertionConsumerServices: [String] = []
    /// The address of logout requests and responses by HTTP-Redirect; `nil` if it neither accepts nor sends requests.
    package var singleLogoutService: String?
    /// The certificate of its signatures, in PEM; `nil` if it does not sign, and its requests are then rejected.
    package var certificate: String?
    /// The certificate for which assertions are encrypted, in PEM; `nil` for plain assertions.
    package var encryptionCertificate: String?
    /// The form of its verification tokens.
    package var verificationToken = TokenForm.signedRequest

    /// Creates a service provider without addresses that signs its verification tokens.
    package init(entityID: EntityID) {
        self.entityID = entityID
    }
}
