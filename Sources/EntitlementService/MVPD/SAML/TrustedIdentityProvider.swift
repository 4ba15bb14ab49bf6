package import TVSimSAML
import TVSimStructuredText

/// An identity provider whose SAML responses the service accepts.
package struct TrustedIdentityProvider: Sendable, Hashable {
    /// The issuer of its responses.
    package var entityID: EntityID
    /// The PEM certificates that verify its signatures.
    package var certificates: [String]
    /// The address for sign-in requests; `nil` if users cannot sign in there.
    package var singleSignOnService: String?
    /// The address for logout requests; `nil` if it does not end sessions.
    package var singleLogoutService: String?
    /// Whether the provider is outside of the simulation; its addresses are then used unchanged.
    package var isExternal = false

    /// Creates a trusted provider.
    package init(
        entityID: EntityID, certificates: [String], singleSignOnService: String? = nil,
        singleLogoutService: String? = nil, isExternal: Bool = false
    ) {
        self.entityID = entityID
        self.certificates = certificates
        self.singleSignOnService = singleSignOnService
        self.singleLogoutService = singleLogoutService
        self.isExternal = isExternal
    }
}

extension TrustedIdentityProvider {
    /// The fields of an identity provider outside of the simulation.
    static let external = ObjectFormat<TrustedIdentityProvider>(
        title: "identityProvider",
        defaults: TrustedIdentityProvider(entityID: "", certificates: [], isExternal: true),
        fields: [
            Field(
                "entityID", "The entity ID, which is the issuer of its responses.", Formats.line.naming(EntityID.self),
                required: true, into: \.entityID),
            Field(
                "singleSignOnService", "The URL for sign-in requests (HTTP-Redirect).", Formats.redirectService,
                required: true, from: \.singleSignOnService
            ) { (address, provider, _, _) throws(SourceError) in provider.singleSignOnService = address },
            Field(
                "singleLogoutService",
                "The URL for logout requests (HTTP-Redirect); null if it does not support logout.",
                Formats.redirectService.orNull, into: \.singleLogoutService),
            Field(
                "certificates", "The PEM certificates that verify its signatures.",
                Formats.list(Formats.certificate, of: "certificates"), required: true, into: \.certificates),
        ]
    ).format
}
