/// A service provider that a provider knows besides the entitlement service: a back end of one's own under test.
package struct ServiceProviderRecord: Codable, Sendable, Hashable {
    /// What apps bring from it to be asked about: their verification tokens.
    package enum TokenForm: String, Codable, Sendable, CaseIterable {
        /// A SAML request that it signed, as Base64.
        case signedRequest
        /// Something between it and its provider, which is not looked at.
        case opaque
    }

    /// Its entity identifier.
    package var entityID: String
    /// Where its answers may go, by HTTP-POST; the first unless a request names another.
    package var assertionConsumerServices: [String]
    /// Where the answers to its logout requests go, by HTTP-Redirect; `nil`: it asks for none.
    package var singleLogoutService: String?
    /// The certificate of its signatures, PEM; `nil`: it signs nothing, and no request is believed to be its own.
    package var certificate: String?
    /// What its verification tokens are.
    package var verificationToken = TokenForm.signedRequest

    /// Creates a record.
    package init(
        entityID: String, assertionConsumerServices: [String], singleLogoutService: String? = nil,
        certificate: String?, verificationToken: TokenForm = .signedRequest
    ) {
        self.entityID = entityID
        self.assertionConsumerServices = assertionConsumerServices
        self.singleLogoutService = singleLogoutService
        self.certificate = certificate
        self.verificationToken = verificationToken
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entityID = try container.decode(String.self, forKey: .entityID)
        assertionConsumerServices = try container.decode([String].self, forKey: .assertionConsumerServices)
        singleLogoutService = try container.decodeIfPresent(String.self, forKey: .singleLogoutService)
        certificate = try container.decodeIfPresent(String.self, forKey: .certificate)
        // Those kept before there was a second form sign requests.
        verificationToken =
            try container.decodeIfPresent(TokenForm.self, forKey: .verificationToken) ?? .signedRequest
    }
}
