import Foundation
import SAML
import SimulationCore
import StateStorage

/// The context of a browser's request: the provider, the address of the server and the cookies.
struct SiteContext {
    let site: ProviderSite
    let provider: Provider
    let cookies: Cookies
    let served: ServedAddress
    /// The relative path from the page to the root of the simulation.
    let root: String

    /// The service providers whose requests the provider answers.
    var parties: [RelyingParty] {
        RelyingParty.all(of: provider, entitlementService: site.serviceProvider, at: served)
    }

    /// Returns whether the `Destination` of a message is an endpoint of this provider, at its documented or its served
    /// address.
    func isMeant(_ destination: String?, for endpoint: String) -> Bool {
        destination == endpoint || destination == served.address(of: endpoint)
    }

    /// Returns why the `Destination` of a message is not an endpoint of this provider, with both addresses.
    func otherDestination(_ destination: String?, for endpoint: String) -> String {
        let expected = served.address(of: endpoint)
        let found = destination.map { "is '\($0.prefix(256))'" } ?? "is missing"
        return "The Destination of the request \(found): expected '\(expected)'."
    }

    /// Returns why a strict provider refuses a request that it could answer; `nil` if it does not.
    func strictRefusal(of xml: String) throws -> String? {
        guard provider.strictRequests else { return nil }
        return RequestRules.violation(
            of: xml, at: try site.simulation.clock.now(), tolerance: provider.requestTolerance)
    }

    /// The cookie that identifies the browser's session.
    var cookie: SessionCookie { SessionCookie(at: served, site: provider.site) }

    /// The key of the browser's session; `nil` if the browser sent no valid session identifier.
    var sessionKey: StateKey<BrowserSession>? {
        cookies[cookie.name].flatMap {
            BrowserSession.isIdentifier($0) ? BrowserSession.key(provider: provider.identifier, id: $0) : nil
        }
    }

    /// Returns the address of a redirect; the path alone for the entitlement service, which is on the same server.
    func destination(_ service: String) -> String {
        let documented = site.serviceProvider.logoutResponseService
        guard service == documented || service == served.address(of: documented) else { return service }
        return ServedAddress.path(of: documented)
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
        return link(to: ServedAddress.path(of: documented))
    }
}
