import Foundation
import TVSimCore
import TVSimStateStorage

/// The context of a browser's request: the provider, the address of the server and the cookies.
struct SiteContext {
    let site: ProviderSite
    let provider: Provider
    let cookies: Cookies
    /// The address of the simulation in the messages between the service and the provider.
    let served: ServedAddress
    /// The address of the page; its host is another one if the provider's pages have a host of their own.
    let page: ServedAddress
    /// The last component of the page's path, for a link to the page itself.
    let name: String
    /// The relative path from the page to the root of the simulation.
    let root: String

    /// The cookie that identifies the browser's session.
    var cookie: SessionCookie { SessionCookie(at: served, site: provider.site) }

    /// The key of the browser's session; `nil` if the browser sent no valid session identifier.
    var sessionKey: StateKey<BrowserSession>? {
        cookies[cookie.name].flatMap {
            BrowserSession.isIdentifier($0) ? BrowserSession.key(provider: provider.identifier, id: $0) : nil
        }
    }

    /// Whether the page has another host than the service.
    ///
    /// In process all hosts lead to the same world.
    var isElsewhere: Bool { page != served && served.base != nil }

    /// Returns the address of a redirect; the path alone for the entitlement service, which is on the same server.
    func destination(_ service: String) -> String {
        let documented = site.serviceProvider.logoutResponseService
        guard service == documented || service == served.address(of: documented) else { return service }
        return isElsewhere ? served.address(of: documented) : ServedAddress.path(of: documented)
    }

    /// Returns an address for a link of the page; a relative path for the entitlement service, which is on the same
    /// server.
    func link(to address: String) -> String {
        address.hasPrefix("/") ? root + address.dropFirst() : address
    }

    /// Returns the action of a form; a relative path for the entitlement service, which is on the same server.
    func action(for consumer: String) -> String {
        let documented = site.serviceProvider.assertionConsumerService
        guard consumer == documented || consumer == served.address(of: documented) else { return consumer }
        return isElsewhere ? served.address(of: documented) : link(to: ServedAddress.path(of: documented))
    }
}
