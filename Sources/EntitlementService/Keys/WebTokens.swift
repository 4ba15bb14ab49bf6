import Foundation
import JWTKit
import XMLSecurity

/// Signs and verifies RS256 web tokens of one kind with one key (RFC 7515, RFC 7518 § 3.3).
///
/// Signatures are judged here, times are not: they belong to the simulated clock, which the callers hold.
final class WebTokens<Claims: JWTPayload & Hashable>: Sendable {
    /// The longest token that is looked at; ours have well under a tenth of it.
    static var longestToken: Int { 16 * 1024 }

    /// The header of RS256, with sorted keys.
    private static var header: Data { Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8) }

    private let signing: Result<RSASigningKey, any Error>
    private let verifying: Task<JWTKeyCollection, any Error>
    /// Tokens whose signature was found good, with what they say: a signature stays as good as it was.
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
    /// - Throws: When the key in the source is damaged.
    func sign(_ claims: Claims) throws -> String {
        let encoder = JSONEncoder()
        // Sorted keys, so that equal claims are equal bytes and equal signatures.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = Self.header.base64URL + "." + (try encoder.encode(claims)).base64URL
        return signed + "." + (try signing.get().sign(Data(signed.utf8))).base64URL
    }

    /// Returns the claims of a token whose signature is ours; `nil` for every other text.
    ///
    /// - Throws: When the key in the source is damaged.
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

/// What the first part of a web token says (RFC 7515 § 4).
struct WebTokenHeader: Decodable {
    /// The algorithm.
    private let alg: String?
    /// The extensions without which the token must not be understood (§ 4.1.11); none is known here.
    private let crit: [String]?

    /// Whether the token is what it is verified as: signatures are checked as RS256 whatever the header says.
    var isPlainRS256: Bool { alg == "RS256" && crit == nil }

    /// Reads the header of a token, and nothing else; `nil` where there is none, or the token has the padding of other
    /// Base64, which the library passes over and § 2 leaves out.
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
    /// The Base64 with the alphabet and without the padding of JSON web tokens (RFC 7515 § 2).
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
