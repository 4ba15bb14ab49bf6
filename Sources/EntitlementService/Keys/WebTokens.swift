import Foundation
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimXMLSecurity

/// Signs and verifies RS256 JSON Web Tokens of one kind with one key (RFC 7515; RFC 7518, 3.3).
///
/// Only signatures are verified here. Callers compare the times with the simulated clock.
final class WebTokens<Claims: Codable & Hashable & Sendable>: Sendable {
    /// The maximum length of a token in bytes; the service's own tokens have less than a tenth of it.
    static var longestToken: Int { 16 * 1024 }

    private let key: Result<RSASigningKey, any Error>
    /// Claims of tokens with a verified signature; a valid signature stays valid.
    ///
    /// Verifying and decoding a token is a third of the cost of a small request. A token takes one kilobyte.
    private let known = Readings<Claims>(capacity: 16_384)

    init(privateKeyPEM: String) {
        key = Result { try RSASigningKey(pem: privateKeyPEM) }
    }

    /// Signs claims.
    ///
    /// - Returns: The token.
    /// - Throws: `XMLError` if the built-in key is damaged.
    func sign(_ claims: Claims) throws -> String {
        let key = try key.get()
        return try WebSignature.token(of: try WireCoding.encode(claims)) { try key.sign($0) }
    }

    /// The key that verifies; `nil` if the built-in key is damaged.
    var publicKey: PublicKey? { (try? key.get())?.publicKey }

    /// Returns the claims of a token that this key signed; `nil` for any other text.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    func verified(_ token: String) throws -> Claims? {
        if let claims = known[token] { return claims }
        let key = try key.get().publicKey
        guard token.utf8.count <= Self.longestToken, let read = WebSignature(token), read.isSigned(by: key),
            let claims = try? WireCoding.decode(Claims.self, from: read.payload)
        else { return nil }
        known.remember(claims, of: token)
        return claims
    }
}
