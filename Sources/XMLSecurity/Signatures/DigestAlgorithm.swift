import Crypto
package import Foundation

/// The digest algorithms, by their identifiers.
///
/// XML Signature 1.1, 6.2.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
    /// SHA-1; accepted only if allowed by name.
    case sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    /// The default.
    case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    /// SHA-384.
    case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
    /// SHA-512.
    case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"

    /// Returns the digest of bytes.
    package func digest(of octets: Data) -> Data {
        withDigest(of: octets) { Data($0) }
    }

    /// Calls a function with the digest in the type that the signature functions require.
    func withDigest<Result>(of octets: Data, _ body: (any Digest) throws -> Result) rethrows -> Result {
        switch self {
        case .sha1: try body(Insecure.SHA1.hash(data: octets))
        case .sha256: try body(SHA256.hash(data: octets))
        case .sha384: try body(SHA384.hash(data: octets))
        case .sha512: try body(SHA512.hash(data: octets))
        }
    }
}
