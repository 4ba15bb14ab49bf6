import TVSimCore
package import TVSimProviderMessages
import TVSimXMLSecurity

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
    /// The protocol by which browsers sign in.
    package var signInProtocol = SignInProtocol.saml
    /// How it acts as an authorization server; `nil` if it never does.
    package var oauth2: OAuth2Settings?
    /// How it answers with SAML.
    package var saml = SAMLSettings()
    /// Its schemes, in its order of preference.
    package var schemes = [AnswerScheme.saml]
    /// Its answer with the `api` scheme for subscribers without their own.
    package var apiResponse: APIResponse?
    /// The subscriber whose home network the browsers use.
    ///
    /// The provider signs this subscriber in without a password. `nil` if it identifies no user by the network.
    package var homeNetwork: String?
    /// Whether its responses say that the home network identified the user.
    package var homeFlag = true
    /// The page that carries its SAML responses in a browser.
    package var responsePage = ResponsePage.posts
    /// The page that it shows in a browser after a logout.
    package var logoutPage = LogoutPage.none

    /// The shape of its sign-in pages; `nil` for one page with name and password.
    package var signInPage: SignInPageSettings?
    /// Its words to the user in a denial; `nil` for none.
    package var denialText: String?
    /// What a changed password does to the user's sessions.
    package var passwordChange = PasswordChange.keeps

    /// Its position among the providers of its world, which selects its signing key.
    package internal(set) var keyNumber = 0

    /// Creates a provider without subscribers; its name is its identifier.
    package init(identifier: String) {
        self.identifier = identifier
        displayName = identifier
    }

    /// What a changed password does to the user's sessions.
    package enum PasswordChange: String, Sendable, CaseIterable {
        /// The sessions stay.
        case keeps
        /// The provider ends the sessions; services learn of it at their next question.
        case endsSessions
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

    /// Returns the subscriber of a browser's session, with the attributes of the chosen account; `nil` if unknown.
    func subscriber(of session: BrowserSession) -> Subscriber? {
        subscriber(session.subscriber)?.using(account: session.account)
    }

    /// Returns a subscriber by name; `nil` if the subscriber is unknown.
    package func subscriber(_ name: String) -> Subscriber? {
        subscribers.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
