import EntitlementAPI
import Foundation

/// The addresses of an entitlement service.
enum ServiceAddress {
    /// The hosts that a simulation stands for.
    private static let hosts: Set<String> = [
        "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com",
    ]

    /// Whether an address, with or without a scheme, is one of the vendor's.
    static func isSimulated(_ address: String) -> Bool {
        components(address)?.host.map { hosts.contains($0.lowercased()) } ?? false
    }

    /// Where the service's pages are, for an app that named some addresses: REST API V2 answers on hosts of its own, so
    /// every address of the vendor's means that one.
    static func ofPages(_ addresses: [String]) -> String {
        "https://" + EntitlementWire.defaultAuthority
    }

    /// The parts of an address as apps write it: with or without a scheme.
    private static func components(_ address: String) -> URLComponents? {
        URLComponents(string: address.contains("://") ? address : "https://" + address)
    }
}

/// Where a page in a Safari view controller ends: at the app's own scheme.
enum SafariRedirect {
    /// Every custom scheme of the SDK begins so.
    static let prefix = "adbe."

    /// Returns the URL of an app.
    ///
    /// The vendor's dashboard draws the scheme; ours is made of the bundle identifier, so that it can be known.
    static func url(for bundleID: String) -> String {
        let name = bundleID.lowercased().map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }
        return prefix + String(name) + "://adobe.com"
    }
}
