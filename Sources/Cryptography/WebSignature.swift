package import Foundation

/// A JSON Web Signature in compact form, with the one algorithm RS256 (RFC 7515, 7.1; RFC 7518, 3.3).
///
/// The algorithm is fixed here, and a header can only agree with it. So `none` and a public key that is used as the
/// secret of HS256 are both refused (RFC 8725, 2.1).
package struct WebSignature: Sendable {
    /// The payload, whose signature ``isSigned(by:)`` verifies; empty if it is not Base64url.
    package let payload: Data
    private let header: Header
    private let signature: Data
    /// The bytes that are signed: header and payload as they are written.
    private let signed: Data

    /// The parameters of a header that decide (RFC 7515, 4.1).
    private struct Header: Decodable {
        /// The algorithm.
        let alg: String?
        /// The critical extensions; none is supported.
        let crit: [String]?
    }

    /// The header of RS256, with sorted keys.
    private static let header = Data(#"{"alg":"RS256","typ":"JWT"}"#.utf8)

    /// Reads a token without verifying it; `nil` if it does not have three parts, or its header is malformed.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - allowsPadding: Whether the parts can have Base64's padding, which RFC 7515, 2 forbids.
    package init?(_ token: String, allowsPadding: Bool = false) {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, allowsPadding || !token.utf8.contains(UInt8(ascii: "=")),
            let json = Self.octets(parts[0]), let header = try? JSONDecoder().decode(Header.self, from: json)
        else { return nil }
        self.header = header
        payload = Self.octets(parts[1]) ?? Data()
        signature = Self.octets(parts[2]) ?? Data()
        signed = Data(parts[0]) + [UInt8(ascii: ".")] + Data(parts[1])
    }

    /// The algorithm that the header names (RFC 7515, 4.1.1); `nil` if it names none.
    package var algorithm: String? { header.alg }

    /// The critical extensions that the header names (RFC 7515, 4.1.11); `nil` if it names none.
    package var extensions: [String]? { header.crit }

    /// Returns whether an RSA key signed the token with RS256, and the header says so without extensions.
    package func isSigned(by key: PublicKey) -> Bool {
        guard header.alg == "RS256", header.crit == nil else { return false }
        return key.isValidSignature(signature, for: Hash.sha256.digest(of: signed), .sha256, .rsaPKCS1)
    }

    /// Returns the digest algorithm with which an RSA key made the signature, over these bytes or others; `nil` if the
    /// key did not make it.
    package func hash(signedBy key: PublicKey) -> Hash? { key.signedDigest(in: signature)?.hash }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - sign: Signs bytes with RS256.
    /// - Returns: The token.
    /// - Throws: The error of `sign`.
    package static func token(of payload: Data, signedBy sign: (Data) throws -> Data) rethrows -> String {
        let signed = text(header) + "." + text(payload)
        return signed + "." + text(try sign(Data(signed.utf8)))
    }

    /// Decodes Base64url (RFC 4648, 5), with or without padding.
    private static func octets(_ text: some Collection<UInt8>) -> Data? {
        var base64 = text.map { octet in
            switch octet {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: octet
            }
        }
        while base64.count % 4 != 0 { base64.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(base64))
    }

    /// Encodes Base64url without padding.
    private static func text(_ octets: Data) -> String {
        let characters = octets.base64EncodedData().compactMap { octet -> UInt8? in
            switch octet {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: octet
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
