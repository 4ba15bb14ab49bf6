/// The value of `Authorization`: `Bearer` and an access token (RFC 6750, 2.1).
package struct BearerToken: Sendable, Hashable {
    /// The access token.
    package let token: String

    /// Creates a value from a token.
    package init(_ token: String) {
        self.token = token
    }

    /// Reads a header; `nil` for a scheme other than `Bearer`.
    ///
    /// Schemes are case-insensitive (RFC 9110, 11.1).
    package init?(headerValue: String) {
        let octets = headerValue.utf8
        let blank = UInt8(ascii: " ")
        let start = octets.firstIndex { $0 != blank } ?? octets.endIndex
        let scheme = octets[start...].prefix { $0 != blank }
        let token = octets[scheme.endIndex...].drop { $0 == blank }.prefix { $0 != blank }
        guard Substring(scheme).lowercased() == "bearer", !token.isEmpty,
            octets[token.endIndex...].allSatisfy({ $0 == blank })
        else { return nil }
        self.token = String(Substring(token))
    }

    /// The value on the wire.
    package var headerValue: String { "Bearer \(token)" }
}
