import Foundation
import Identifiers
package import SAML
import XMLSecurity

/// One MVPD: who it is, whom it knows, and whether it answers truthfully.
package struct Provider: Sendable, Hashable {
    /// The account provider identifier.
    package let identifier: String
    /// The name that people see.
    package var displayName: String
    /// How far it takes part in the system's single sign-on.
    package var boarding = Boarding.supported
    /// Its subscribers, in order.
    package var subscribers: [Subscriber] = []
    /// How its answers are wrong.
    package var defect = ResponseDefect.none
    /// How it answers, in the order in which it prefers to.
    package var schemes = [AnswerScheme.saml]
    /// What it answers where it is not asked by SAML and the subscriber has no answer of their own.
    package var apiResponse: APIResponse?
    /// What it answers to every attribute query, word for word; `nil`: a response of its own.
    package var samlResponse: String?
    /// The subscriber at whose home the browsers are: the provider knows them by the network and asks nobody; `nil`: it
    /// knows nobody by their network.
    package var homeNetwork: String?
    /// The service providers whose requests it answers besides the entitlement service's.
    package var serviceProviders: [KnownServiceProvider] = []

    /// Which of the simulation's keys it signs with: its number among the providers of its world.
    package internal(set) var keyNumber = 0

    /// Creates a provider without subscribers; its name is its identifier.
    package init(identifier: String) {
        self.identifier = identifier
        displayName = identifier
    }

    /// How far a provider takes part in the system's single sign-on.
    package enum Boarding: String, Sendable, CaseIterable {
        /// The picker lists it, and people sign in to it at system level.
        case supported
        /// The picker lists it, and people sign in at its own page.
        case pickerOnly
        /// The system does not know it: people sign in at its own page.
        case none
    }

    /// The provider's SAML entity identifier.
    package var entityID: EntityID { EntityID(Self.entityPrefix + identifier) }

    /// What every provider of the simulation is called by, before its identifier.
    private static let entityPrefix = "https://idp.tvsim.example/"

    /// Returns the identifier of the provider of the simulation with an entity ID; `nil` for anybody else's.
    package static func identifier(ofEntity entityID: String) -> String? {
        entityID.hasPrefix(entityPrefix) ? String(entityID.dropFirst(entityPrefix.count)) : nil
    }

    /// Where browsers bring requests that a person be authenticated.
    package var singleSignOnService: String { site + "sso" }

    /// Where browsers bring requests that a person's session end.
    package var singleLogoutService: String { site + "slo" }

    /// Where the provider's pages are.
    var site: String {
        let name = identifier.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? identifier
        return "https://idp.tvsim.example/mvpd/\(name)/"
    }

    /// The certificate with which its signatures are checked, PEM.
    package var certificate: String { SigningKeys.certificate(number: keyNumber) }

    /// Returns a subscriber by name.
    package func subscriber(_ name: String) -> Subscriber? {
        subscribers.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
