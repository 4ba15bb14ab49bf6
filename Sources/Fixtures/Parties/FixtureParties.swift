package import Foundation
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimSAML
import TVSimStructuredText
package import TVSimXMLSecurity

/// The two parties of a sign-in, the instant and the keys for which fixtures are made.
///
/// The default is that of the catalogue: a simulated provider, the entitlement service, and 2026-01-01T00:00:00Z. The
/// recipes of the cases read the parties of the current task when a message is made or judged, and never before.
package struct FixtureParties: Sendable {
    /// The entity ID of the identity provider.
    package var issuer = "https://idp.tvsim.example/Cablevision"
    /// The entity ID of the service provider.
    package var audience = "https://saml.sp.auth.adobe.com"
    /// The address of the assertion consumer.
    package var recipient = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    /// The destination of a response; `nil` for the address of the assertion consumer.
    package var destination: String?
    /// The ID of the request that is answered.
    package var request = "_request"
    /// The instant at which a message is issued and judged.
    package var instant = FixtureCase.instant
    /// The name of the subject, at least four characters that XML writes as they are.
    package var nameID = "subscriber"
    /// The format of that name: a URI, or the last part of a format's URI in SAML, such as `persistent`.
    package var nameIDFormat = SAMLNames.persistent
    /// The attribute that has the subject's name too, and that a reader requires.
    package var userAttribute = "userID"
    /// Further attributes of every response.
    package var furtherAttributes: [ResponseContent.Attribute] = []
    /// The user of forged assertions.
    package var forgedName = DefectWords().forgedName
    /// The address of a file in hostile messages.
    package var absentFile = DefectWords().file
    /// The element that the service provider wants to be signed; `nil` if each case decides.
    package var signed: SignedElements?
    /// The index of the user's session, in every response and logout request; `nil` for none in responses.
    package var sessionIndex: String?
    /// The senders and receivers of messages in a query, by the kind of message; the default ones for the others.
    package var messages: [MessageRecipe.Kind: Exchange] = [:]
    /// The keys; `nil` for those of the simulation, which are public.
    package var keys: Keys?

    /// The certificate of an identity provider whose key is not known, as PEM; messages can be judged, and not made.
    var trustedCertificate: String?

    /// The parties of the catalogue, which the worlds of its profiles have.
    static let catalogue = FixtureParties()

    /// The parties of the current task.
    @TaskLocal package static var current = FixtureParties()

    /// Creates the parties of the catalogue.
    package init() {}

    /// Whether the parties are those of the catalogue, which the worlds of its profiles have.
    package var areOfCatalogue: Bool {
        let own = Self.catalogue
        return keys == nil && trustedCertificate == nil && messages.isEmpty && instant == own.instant
            && [issuer, audience, recipient, destination ?? recipient, request, nameID, userAttribute]
                == [own.issuer, own.audience, own.recipient, own.recipient, own.request, own.nameID, own.userAttribute]
    }

    /// The sender and the receiver of a message in a query.
    package struct Exchange: Sendable {
        /// The entity ID of the sender.
        package var issuer: String
        /// The address of the receiver.
        package var destination: String
        /// The key of the sender; `nil` for that of the simulation.
        package var identity: SigningIdentity?
        /// The certificate of the sender, as PEM.
        package var certificate: String
        /// The entity ID of a party that the receiver does not know.
        var stranger = "https://stranger.example"
        /// The address of another receiver.
        var otherDestination = "https://other.example/Logout"
        /// The relay state of the request that a LogoutResponse answers; `nil` if it has none.
        package var relayState: String? = FixtureMessage.relayState

        /// Creates an exchange.
        package init(issuer: String, destination: String, identity: SigningIdentity?, certificate: String) {
            (self.issuer, self.destination) = (issuer, destination)
            (self.identity, self.certificate) = (identity, certificate)
        }
    }

    /// Returns the sender and the receiver of a kind of message.
    func exchange(_ kind: MessageRecipe.Kind) -> Exchange {
        if let given = messages[kind] { return given }
        let provider = Provider(identifier: "Cablevision")
        let serviceCertificate = SimulationKeys.samlCertificate + "\n"
        switch kind {
        case .authnRequest:
            return Exchange(
                issuer: audience, destination: provider.singleSignOnService, identity: nil,
                certificate: serviceCertificate)
        case .logoutRequest:
            var exchange = Exchange(
                issuer: audience, destination: provider.singleLogoutService, identity: nil,
                certificate: serviceCertificate)
            exchange.otherDestination = Provider(identifier: "Dish").singleLogoutService
            return exchange
        case .logoutResponse:
            var exchange = Exchange(
                issuer: issuer, destination: FixtureMessage.logoutResponseService, identity: keys?.identity,
                certificate: FixtureKeys.providerCertificate)
            exchange.stranger = "https://idp.tvsim.example/Dish"
            exchange.otherDestination = "https://other.example/LogoutServiceHTTPRedirectResponse"
            return exchange
        }
    }
}
