import Foundation
import JWTKit

/// Signs and verifies RS256 web tokens with one key (RFC 7515, RFC 7518 § 3.3).
///
/// Signatures are judged here, times are not: they belong to the simulated clock, which the callers hold.
struct WebTokens: Sendable {
    /// The longest token that is looked at; ours have well under a tenth of it.
    static let longestToken = 16 * 1024

    private let keys: Task<JWTKeyCollection, any Error>

    init(privateKeyPEM: String) {
        keys = Task {
            let encoder = JSONEncoder()
            // Sorted keys, so that equal claims are equal bytes and equal signatures.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .integerSecondsSince1970
            return await JWTKeyCollection().add(
                rsa: try Insecure.RSA.PrivateKey(pem: privateKeyPEM), digestAlgorithm: .sha256,
                serializer: DefaultJWTSerializer(jsonEncoder: encoder))
        }
    }

    /// Signs claims.
    ///
    /// - Throws: When the key in the source is damaged.
    func sign(_ claims: some JWTPayload) async throws -> String {
        try await keys.value.sign(claims)
    }

    /// Returns the claims of a token whose signature is ours; `nil` for every other text.
    ///
    /// - Throws: When the key in the source is damaged.
    func verified<Claims: JWTPayload>(_ token: String, as type: Claims.Type) async throws -> Claims? {
        let bytes = Array(token.utf8)
        let keys = try await keys.value
        guard bytes.count <= Self.longestToken,
            let claims = try? await keys.verify(bytes, as: type),
            // The signature was checked as RS256 whatever the header says; a header that says otherwise is not ours.
            let header = try? DefaultJWTParser().parse(bytes, as: type).header, header.alg == "RS256"
        else { return nil }
        return claims
    }
}
