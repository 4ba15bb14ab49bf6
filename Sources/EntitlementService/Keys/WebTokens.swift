import Foundation
import JWTKit
import XMLSecurity

/// Signs and verifies RS256 JSON Web Tokens of one kind with one key (RFC 7515; RFC 7518, 3.3).
///
/// Only signatures are verified here. Callers compare the times with the simulated clock.
final class WebTokens<Claims: JWTPayload & Hashable>: Sendable {
    /// The maximum length of a token in bytes; the service's own tokens have less than a tenth of it.
    static var longestToken: Int { 16 * 1024 }

    /// The header of RS256, with sorted keys.
    private static var header: Data { Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8) }

    private let signing: Result<RSASigningKey, any Error>
    private let verifying: Task<JWTKeyCollection, any Error>
    /// Claims of tokens with a verified signature; a valid signature stays valid.
    private let known = Readings<Claims>()

    init(privateKeyPEM: String) {
        signing = Result { try RSASigningKey(pem: privateKeyPEM) }
        verifying = Task {
            await JWTKeyCollection().add(
                rsa: try Insecure.RSA.PrivateKey(pem: privateKeyPEM).publicKey, digestAlgorithm: .sha256)
        }
    }

    /// Signs claims.
    ///
    /// - Returns: The token.
    /// - Throws: `XMLError` if the built-in key is damaged.
    func sign(_ claims: Claims) throws -> String {
        let encoder = JSONEncoder()
        // Sorted keys make the bytes and signatures of equal claims equal.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = Self.header.base64URL + "." + (try encoder.encode(claims)).base64URL
        return signed + "." + (try signing.get().sign(Data(signed.utf8))).base64URL
    }

    /// Returns the claims of a token that this key signed; `nil` for any other text.
    ///
    /// - Throws: An error of the JWT library if the built-in key is damaged.
    func verified(_ token: String) async throws -> Claims? {
        if let claims = known[token] { return claims }
        let bytes = Array(token.utf8)
        let keys = try await verifying.value
        guard bytes.count <= Self.longestToken,
            let claims = try? await keys.verify(bytes, as: Claims.self),
            WebTokenHeader(of: bytes)?.isPlainRS256 ?? false
        else { return nil }
        known.remember(claims, of: token)
        return claims
    }
}

/// The header of a JSON Web Token (RFC 7515, 4).
struct WebTokenHeader: Decodable {
    /// The algorithm.
    private let alg: String?
    /// The critical extensions (RFC 7515, 4.1.11); none is supported.
    private let crit: [String]?

    /// Whether the header says RS256 without extensions.
    ///
    /// The JWT library verifies RS256 whatever the header says.
    var isPlainRS256: Bool { alg == "RS256" && crit == nil }

    /// Reads the header of a token without verifying it; `nil` if it is malformed or the token has Base64 padding.
    ///
    /// The JWT library accepts padding, but RFC 7515, 2 forbids it.
    init?(of token: [UInt8]) {
        guard !token.contains(UInt8(ascii: "=")) else { return nil }
        var base64 = token.prefix { $0 != UInt8(ascii: ".") }.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while base64.count % 4 != 0 { base64.append(UInt8(ascii: "=")) }
        guard let json = Data(base64Encoded: Data(base64)),
            let header = try? JSONDecoder().decode(WebTokenHeader.self, from: json)
        else { return nil }
        self = header
    }
}

extension Data {
    /// The unpadded Base64url encoding (RFC 7515, 2).
    fileprivate var base64URL: String {
        let octets = base64EncodedData().compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
