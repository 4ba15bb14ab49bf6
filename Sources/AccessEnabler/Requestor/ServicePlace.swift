import EntitlementAPI
import Foundation

/// Where an entitlement service is, for an app that named an address, or none.
struct ServicePlace: Sendable, Hashable {
    /// The service's own address; `nil`: the vendor's hosts, in whose place the simulation stands.
    let name: String?

    /// The hosts that a simulation stands for.
    private static let vendorHosts: Set<String> = [
        "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com",
    ]
    /// What apps write behind the host: the path of the older services.
    private static let legacyPath = "/adobe-services"

    /// The places that an app means: each once, in its order; without an address the vendor's.
    static func places(_ addresses: [String]) -> [ServicePlace] {
        guard !addresses.isEmpty else { return [ServicePlace(name: nil)] }
        var places: [ServicePlace] = []
        for place in addresses.map(ServicePlace.init(address:)) where !places.contains(place) { places.append(place) }
        return places
    }

    /// Creates the place of a service that was kept by its name.
    init(name: String?) {
        self.name = name
    }

    /// Reads an address as apps write it: with or without a scheme, a path, a slash at the end.
    init(address: String) {
        var text = address.trimmingCharacters(in: .whitespaces)
        if !text.contains("://") { text = (Self.isLoopback(text) ? "http://" : "https://") + text }
        text = Self.withoutCredentials(text)
        while text.hasSuffix("/") { text.removeLast() }
        if text.hasSuffix(Self.legacyPath) { text.removeLast(Self.legacyPath.count) }
        let host = URLComponents(string: text)?.host?.lowercased()
        name = host.map(Self.vendorHosts.contains) == true ? nil : text
    }

    /// Leaves out a name and a password before the host: nobody is told them, and the journal keeps addresses.
    private static func withoutCredentials(_ text: String) -> String {
        guard let begin = text.range(of: "://")?.upperBound else { return text }
        let end = text[begin...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let at = text[begin..<end].lastIndex(of: "@") else { return text }
        return String(text[..<begin] + text[text.index(after: at)...])
    }

    /// Where the pages of the service are, for a person's browser.
    ///
    /// REST API V2 answers on hosts of its own, so every address of the vendor's means that one.
    func pages(served: String?) -> String {
        name ?? served ?? "https://" + EntitlementWire.defaultAuthority
    }

    /// The way to the service; `nil`: there is none from here.
    ///
    /// The simulation in whose task the app runs stands for the vendor's hosts; without one, what `tvsim exec` serves, or the
    /// world of the process's device. Other addresses are contacted on this machine alone: the simulator is offline.
    func transport(
        world: (any EntitlementTransport)?, served: @autoclosure () -> String?
    ) -> (any EntitlementTransport)? {
        guard let name else {
            if let world { return world }
            // An address that was named and is none must not mean another service.
            return served().map(EntitlementWire.network) ?? EntitlementWire.processWorld
        }
        return isReached(served: served()) ? EntitlementWire.network(to: name) : nil
    }

    /// Whether the service may be contacted: it is on this machine, or what `tvsim exec` serves.
    func isReached(served: String?) -> Bool {
        guard let name else { return true }
        return Self.isLoopback(name) || served.map { name == $0 || name.hasPrefix($0 + "/") } == true
    }

    private static func isLoopback(_ address: String) -> Bool {
        let url = address.contains("://") ? address : "http://" + address
        return URLComponents(string: url)?.host.map(Loopback.isLoopback) ?? false
    }

    /// The address that `tvsim exec` tells its command.
    ///
    /// - Throws: ``ServedAddressError`` when what is told is no address of a service.
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

/// `TVSIM_URL` is no address: the simulator's own trouble, of which no status of the platform may tell.
struct ServedAddressError: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "TVSIM_URL: '\(text)' is no address of a service, such as http://127.0.0.1:8080; `tvsim exec` sets it"
    }
}

/// Where a page in a Safari view controller ends: at the app's own scheme.
enum SafariRedirect {
    /// Every custom scheme of the SDK begins so.
    private static let prefix = "adbe."

    /// Returns the URL of an app.
    ///
    /// The vendor's dashboard draws the scheme; ours is made of the bundle identifier, so that it can be known.
    static func url(for bundleID: String) -> String {
        let name = bundleID.lowercased().map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }
        return prefix + String(name) + "://adobe.com"
    }
}
