import Identifiers
package import SAML

/// A service provider that a provider knows besides the entitlement service: a back end of one's own under test.
package struct KnownServiceProvider: Sendable, Hashable {
    /// What apps bring from it to be asked about: their verification tokens.
    package enum TokenForm: String, Sendable, CaseIterable {
        /// A SAML request that it signed, as Base64.
        case signedRequest
        /// Something between it and its provider, which is not looked at.
        case opaque
    }

    /// Its entity identifier.
    package let entityID: EntityID
    /// Where its answers may go, by HTTP-POST; the first unless a request names another.
    package var assertionConsumerServices: [String] = []
    /// Where the answers to its logout requests go, by HTTP-Redirect; `nil`: it asks for none.
    package var singleLogoutService: String?
    /// The certificate of its signatures, PEM; `nil`: it signs nothing, and no request is believed to be its own.
    package var certificate: String?
    /// What its verification tokens are.
    package var verificationToken = TokenForm.signedRequest

    /// Creates a record without addresses, which signs its requests.
    package init(entityID: EntityID) {
        self.entityID = entityID
    }
}
