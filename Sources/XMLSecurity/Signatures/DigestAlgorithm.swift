package import Foundation
import TVSimCryptography

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
        hash.digest(of: octets)
    }

    /// The algorithm without its identifier.
    var hash: Hash {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}
