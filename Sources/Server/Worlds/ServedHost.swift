import TVSimEntitlementAPI

/// The host in the addresses that a server names to a client.
///
/// That is the one of `--public-host`. Without it, a server that listens on all addresses names the one by which the
/// client has reached it, and any other server the one on which it listens.
struct ServedHost: Sendable {
    let scheme: String
    let listening: String
    let named: String?

    private var listensEverywhere: Bool { ["0.0.0.0", "::"].contains(listening) }

    /// Returns the base URL of a port.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - authority: The header `Host` of the request; `nil` if it is missing.
    /// - Returns: The base URL.
    func url(port: Int, for authority: String?) -> String { "\(scheme)://\(host(for: authority)):\(port)" }

    /// Returns the base URL by which a client has reached the port of all worlds.
    ///
    /// The client's port can be another one than the server's, if a container publishes it.
    ///
    /// - Parameters:
    ///   - port: The port on which the server listens.
    ///   - authority: The header `Host` of the request; `nil` if it is missing.
    /// - Returns: The base URL.
    func ownURL(port: Int, for authority: String?) -> String {
        guard listensEverywhere || named != nil, let authority, let host = Loopback.host(ofAuthority: authority) else {
            return url(port: port, for: authority)
        }
        return "\(scheme)://\(self.host(for: authority))\(authority.dropFirst(host.count))"
    }

    private func host(for authority: String?) -> String {
        if let named { return Self.written(named) }
        guard listensEverywhere else { return Self.written(listening) }
        let loopback = listening == "::" ? "[::1]" : "127.0.0.1"
        return authority.flatMap { Loopback.host(ofAuthority: $0) } ?? loopback
    }

    /// Returns a host with brackets around an IPv6 address (RFC 3986, 3.2.2).
    private static func written(_ host: String) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
}
