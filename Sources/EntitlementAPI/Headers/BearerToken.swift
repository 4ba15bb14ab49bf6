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
        let parts = headerValue.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        token = String(parts[1])
    }

    /// The value on the wire.
    package var headerValue: String { "Bearer \(token)" }
}
