import CTVSimOpenSSL
package import Foundation

/// The digest that a signature of RSA PKCS#1 v1.5 contains (RFC 8017, 9.2), for the explanation of a refusal.
package struct SignedDigest: Sendable, Hashable {
    /// The algorithm that the signature names.
    package let hash: Hash
    /// The digest.
    package let octets: Data

    /// Reads a `DigestInfo`; `nil` for other bytes.
    init?(_ info: Data) {
        for hash in Hash.allCases {
            let prefix = Self.prefix(of: hash)
            guard info.count == prefix.count + hash.size, info.starts(with: prefix) else { continue }
            (self.hash, octets) = (hash, Data(info.suffix(hash.size)))
            return
        }
        return nil
    }

    /// Returns the DER before the digest: the algorithm, with parameters of NULL, and the head of an octet string.
    private static func prefix(of hash: Hash) -> [UInt8] {
        let identifier: [UInt8] =
            switch hash {
            case .md5: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
            case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
            case .sha256: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
            case .sha384: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]
            case .sha512: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]
            }
        let named: [UInt8] = [0x06, UInt8(identifier.count)] + identifier + [0x05, 0x00]
        let algorithm: [UInt8] = [0x30, UInt8(named.count)] + named
        return [0x30, UInt8(algorithm.count + 2 + hash.size)] + algorithm + [0x04, UInt8(hash.size)]
    }
}

extension Hash {
    /// The size of a digest in bytes.
    package var size: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}

extension PublicKey {
    /// Returns the digest that a signature of RSA PKCS#1 v1.5 contains.
    ///
    /// It proves that this key made the signature, and says over which digest. It verifies nothing.
    ///
    /// - Parameter signature: The signature.
    /// - Returns: The digest; `nil` if this key did not make the signature in this way, or is not RSA.
    package func signedDigest(in signature: Data) -> SignedDigest? {
        recovered(from: signature).flatMap(SignedDigest.init)
    }
}
