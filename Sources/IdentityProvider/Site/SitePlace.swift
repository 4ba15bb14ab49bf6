import Foundation
import SimulationCore
import StateStorage

/// Where a browser's request has arrived: at which provider, by which address, with which cookies.
struct SitePlace {
    let site: ProviderSite
    let provider: Provider
    let cookies: Cookies
    let served: ServedAddress
    /// The way from the page to the root of the simulation.
    let root: String

    /// Whose requests the provider answers.
    var parties: [RelyingParty] {
        RelyingParty.all(of: provider, entitlementService: site.serviceProvider, at: served)
    }

    /// Whether a message that says where it is sent is meant for an endpoint of this provider: by its documented
    /// address, or by the one at which it is served.
    func isMeant(_ destination: String?, for endpoint: String) -> Bool {
        destination == endpoint || destination == served.address(of: endpoint)
    }

    /// The cookie by which the provider knows browsers again.
    var cookie: SessionCookie { SessionCookie(at: served, site: provider.site) }

    /// Where the session of the browser is kept; `nil`: the browser names none.
    var sessionKey: StateKey<BrowserSession>? {
        cookies[cookie.name].flatMap {
            BrowserSession.isIdentifier($0) ? BrowserSession.key(provider: provider.identifier, id: $0) : nil
        }
    }

    /// Where a browser is sent: the entitlement service stands on the same server, whatever its host is called.
    func destination(_ service: String) -> String {
        let documented = site.serviceProvider.logoutResponseService
        guard service == documented || service == served.address(of: documented) else { return service }
        return ServedAddress.path(of: documented)
    }

    /// Where a form is sent: the entitlement service stands beside the page, whatever its host is called.
    func action(for consumer: String) -> String {
        let documented = site.serviceProvider.assertionConsumerService
        guard consumer == documented || consumer == served.address(of: documented) else { return consumer }
        return root + ServedAddress.path(of: documented).dropFirst()
    }
}
