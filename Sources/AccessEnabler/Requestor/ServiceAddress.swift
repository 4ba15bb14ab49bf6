import Foundation
import TVSimEntitlementAPI

/// The address of an entitlement service, as an app names it.
struct ServiceAddress: Sendable, Hashable {
    /// The service's own URL; `nil` for the vendor's hosts, which the simulation replaces.
    let url: String?

    /// The path of the older services, which apps write behind the host.
    private static let legacyPath = "/adobe-services"

    /// Returns the addresses that an app names, each once, in its order; the vendor's if the app names none.
    static func list(_ addresses: [String]) -> [ServiceAddress] {
        guard !addresses.isEmpty else { return [ServiceAddress(url: nil)] }
        var list: [ServiceAddress] = []
        for address in addresses.map(ServiceAddress.init(text:)) where !list.contains(address) { list.append(address) }
        return list
    }

    /// Creates the address that was stored with a token.
    init(url: String?) {
        self.url = url
    }

    /// Reads an address as apps write it: with or without a scheme, a path, a slash at the end.
    init(text: String) {
        var text = text.trimmingCharacters(in: .whitespaces)
        if !text.contains("://") { text = (Self.isLoopback(text) ? "http://" : "https://") + text }
        text = Self.withoutCredentials(text)
        while text.hasSuffix("/") { text.removeLast() }
        if text.hasSuffix(Self.legacyPath) { text.removeLast(Self.legacyPath.count) }
        let host = URLComponents(string: text)?.host?.lowercased()
        url = host.map(EntitlementWire.vendorHosts.contains) == true ? nil : text
    }

    /// Removes a user name and a password, because the journal records addresses.
    private static func withoutCredentials(_ text: String) -> String {
        guard let begin = text.range(of: "://")?.upperBound else { return text }
        let end = text[begin...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let at = text[begin..<end].lastIndex(of: "@") else { return text }
        return String(text[..<begin] + text[text.index(after: at)...])
    }

    /// Returns the base URL of the service's pages, for a browser.
    ///
    /// REST API V2 answers on one host, so that every address of the vendor's means that host.
    func pages(served: String?) -> String {
        url ?? served ?? "https://" + EntitlementWire.defaultAuthority
    }

    /// Returns the transport to the service; `nil` if the service cannot be reached from here.
    ///
    /// The vendor's hosts are the simulation of the current task, else the server of `tvsim exec`, else the world of the
    /// process's device. Other addresses are contacted only on this machine: the simulator is offline.
    func transport(
        world: (any EntitlementTransport)?, served: @autoclosure () -> String?
    ) -> (any EntitlementTransport)? {
        guard let url else {
            if let world { return world }
            return served().map(EntitlementWire.network) ?? EntitlementWire.processWorld
        }
        return isReachable(served: served()) ? EntitlementWire.network(to: url) : nil
    }

    /// Whether the service may be contacted: it is on this machine, or the server of `tvsim exec`.
    func isReachable(served: String?) -> Bool {
        guard let url else { return true }
        return Self.isLoopback(url) || served.map { url == $0 || url.hasPrefix($0 + "/") } == true
    }

    private static func isLoopback(_ address: String) -> Bool {
        let url = address.contains("://") ? address : "http://" + address
        return URLComponents(string: url)?.host.map(Loopback.isLoopback) ?? false
    }

    /// The address of the server that `tvsim exec` started.
    ///
    /// - Throws: ``ServedAddressError`` if `TVSIM_URL` is not the address of a service.
    static func served(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ServedAddressError) -> String? {
        guard let text = environment["TVSIM_URL"], !text.isEmpty else { return nil }
        guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false, url.query == nil, url.fragment == nil
        else { throw ServedAddressError(text: text) }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

/// `TVSIM_URL` is not an address: an error of the simulator's setup, which no status of the platform may hide.
struct ServedAddressError: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "TVSIM_URL: invalid URL '\(text)': expected the URL of a service, such as http://127.0.0.1:8080; "
            + "'tvsim exec' sets it"
    }
}
