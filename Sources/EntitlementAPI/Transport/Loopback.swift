/// Recognizes loopback addresses by their text.
package enum Loopback {
    /// Returns whether a host is a loopback address.
    ///
    /// Names other than `localhost` are not resolved, because their addresses may change.
    package static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Returns the host of an authority, such as `localhost:8080` or `[::1]:80`.
    ///
    /// - Returns: The host; `nil` if the authority is not a host with an optional port (RFC 3986, 3.2).
    package static func host(ofAuthority authority: String) -> String? {
        let octets = authority.utf8
        let end =
            octets.first == UInt8(ascii: "[")
            ? octets.firstIndex(of: UInt8(ascii: "]")).map(octets.index(after:))
            : octets.firstIndex(of: UInt8(ascii: ":")) ?? octets.endIndex
        guard let end else { return nil }
        let rest = octets[end...]
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit) else {
            return nil
        }
        return String(authority[..<end])
    }

    /// Whether a host is an IP address, which cannot be registered as a domain name.
    package static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return host.hasSuffix("]") }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }
}
