/// Tells addresses of this machine from all others, by their text alone.
package enum Loopback {
    /// Says whether a host is this machine and nothing else.
    ///
    /// Names other than `localhost` are not looked up: what they mean may change.
    package static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Returns the host of an authority, such as `localhost:8080` or `[::1]:80`.
    package static func host(ofAuthority authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}
