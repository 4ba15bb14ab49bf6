import Identifiers
package import SAML
import Settings
import StructuredText

/// An identity provider whose SAML responses are believed.
package struct TrustedIdentityProvider: Sendable, Hashable {
    /// The issuer of its responses.
    package var entityID: EntityID
    /// The certificates that its signatures must verify with, as PEM.
    package var certificates: [String]
    /// Where a browser is sent with a request; `nil`: nobody can sign in there.
    package var singleSignOnService: String?
    /// Where a browser is sent to end a session; `nil`: sessions cannot be ended there.
    package var singleLogoutService: String?
    /// Whether it is no part of the simulation: its addresses mean themselves.
    package var isElsewhere = false

    /// Creates a trusted provider.
    package init(
        entityID: EntityID, certificates: [String], singleSignOnService: String? = nil,
        singleLogoutService: String? = nil, isElsewhere: Bool = false
    ) {
        self.entityID = entityID
        self.certificates = certificates
        self.singleSignOnService = singleSignOnService
        self.singleLogoutService = singleLogoutService
        self.isElsewhere = isElsewhere
    }
}

extension TrustedIdentityProvider {
    /// An identity provider outside of the simulation.
    static let external = ObjectFormat<TrustedIdentityProvider>(
        title: "identityProvider",
        defaults: TrustedIdentityProvider(entityID: "", certificates: [], isElsewhere: true),
        fields: [
            Field(
                "entityID", "Its entity id: the issuer of its answers.", Formats.line.naming(EntityID.self),
                required: true, into: \.entityID),
            Field(
                "singleSignOnService", "Where browsers are sent to sign in, by HTTP-Redirect.", Formats.redirectService,
                required: true, from: \.singleSignOnService
            ) { (address, provider, _, _) throws(SourceError) in provider.singleSignOnService = address },
            Field(
                "singleLogoutService", "Where browsers are sent to sign out, by HTTP-Redirect; null: nowhere.",
                Formats.redirectService.orNull, into: \.singleLogoutService),
            Field(
                "certificates", "The certificates of its signatures; PEM.",
                Formats.list(Formats.certificate, of: "certificates"), required: true, into: \.certificates),
        ]
    ).format
}
