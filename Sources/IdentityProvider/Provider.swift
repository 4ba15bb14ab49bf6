package import Foundation
import Identifiers
package import SAML
import SimulationCore
import XMLSecurity

/// One MVPD: its names, its subscribers, and how it answers.
package struct Provider: Sendable, Hashable {
    /// The account provider identifier.
    package let identifier: String
    /// The name that users see.
    package var displayName: String
    /// Its support for the system's single sign-on.
    package var boarding = Boarding.supported
    /// Its subscribers, in order.
    package var subscribers: [Subscriber] = []
    /// The defect of its SAML responses.
    package var defect = ResponseDefect.none
    /// Its schemes, in its order of preference.
    package var schemes = [AnswerScheme.saml]
    /// Its answer with the `api` scheme for subscribers without their own.
    package var apiResponse: APIResponse?
    /// Its fixed answer to every attribute query; `nil` if it creates a response.
    package var samlResponse: String?
    /// The subscriber whose home network the browsers use.
    ///
    /// The provider signs this subscriber in without a password. `nil` if it identifies no user by the network.
    package var homeNetwork: String?
    /// The page that carries its SAML responses in a browser.
    package var responsePage = ResponsePage.posts
    /// The page that it shows in a browser after a logout.
    package var logoutPage = LogoutPage.none
    /// Whether it refuses requests that break a rule which shipped identity providers enforce (``RequestRules``).
    package var strictRequests = true
    /// How far its clock and that of a requester may differ, in seconds; for strict requests only.
    package var requestTolerance: TimeInterval = 300
    /// The service providers other than the entitlement service whose requests it answers.
    package var serviceProviders: [KnownServiceProvider] = []

    /// Its position among the providers of its world, which selects its signing key.
    package internal(set) var keyNumber = 0

    /// Creates a provider without subscribers; its name is its identifier.
    package init(identifier: String) {
        self.identifier = identifier
        displayName = identifier
    }

    /// A provider's support for the system's single sign-on.
    package enum Boarding: String, Sendable, CaseIterable {
        /// The picker lists the provider, and users sign in at system level.
        case supported
        /// The picker lists the provider, and users sign in on its own page.
        case pickerOnly
        /// The system does not know the provider, and users sign in on its own page.
        case none
    }

    /// The page with which a provider sends its SAML response by a browser (SAML Bindings 2.0, 3.5.4).
    package enum ResponsePage: String, Sendable, CaseIterable {
        /// A script of the page posts the response; a browser without scripts shows a button.
        case posts
        /// The user presses a button.
        case button
        /// A page asks the user to wait, and refreshes to the page that posts the response.
        case refresh
        /// The page never sends the response, as a notice of the provider in between does.
        case blocked
    }

    /// The page that a provider shows after a logout, before the browser returns to the service provider.
    package enum LogoutPage: String, Sendable, CaseIterable {
        /// No page: the browser is redirected at once.
        case none
        /// The page refreshes to the service provider.
        case refresh
        /// The user follows a link.
        case link
        /// The page does not lead back, as that of a provider that never answers the request.
        case blocked
    }

    /// The provider's SAML entity identifier.
    package var entityID: EntityID { EntityID(Self.entityPrefix + identifier) }

    /// The common prefix of the entity identifiers of simulated providers.
    private static let entityPrefix = "https://idp.tvsim.example/"

    /// Returns a simulated provider's identifier for an entity identifier; `nil` for any other entity.
    package static func identifier(ofEntity entityID: String) -> String? {
        entityID.hasPrefix(entityPrefix) ? String(entityID.dropFirst(entityPrefix.count)) : nil
    }

    /// The address of authentication requests.
    package var singleSignOnService: String { site + "sso" }

    /// The address of logout requests.
    package var singleLogoutService: String { site + "slo" }

    /// The base URL of the provider's pages.
    ///
    /// Everything in the identifier except ASCII letters and digits is percent-encoded. The service computes the
    /// addresses of all providers for each request, and Foundation's encoding would take most of that time.
    var site: String {
        var site = Array("https://idp.tvsim.example/mvpd/".utf8)
        for octet in identifier.utf8 {
            switch octet {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                site.append(octet)
            default: site += "%\([octet].hexadecimal.uppercased())".utf8
            }
        }
        return String(decoding: site, as: UTF8.self) + "/"
    }

    /// The certificate that verifies its signatures, in PEM.
    package var certificate: String { SigningKeys.certificate(number: keyNumber) }

    /// Returns a subscriber by name; `nil` if the subscriber is unknown.
    package func subscriber(_ name: String) -> Subscriber? {
        subscribers.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
