import CTVSimOpenSSL
package import Foundation

/// The digest algorithms (FIPS 180-4; RFC 1321 for MD5).
package enum Hash: Sendable, CaseIterable {
    /// For identifiers that protect nothing, and for signatures that every verifier must reject.
    case md5
    /// For old messages, if allowed by name.
    case sha1
    case sha256
    case sha384
    case sha512

    /// The name of the algorithm as standards write it, for messages.
    package var title: String { self == .md5 ? "MD5" : "SHA-\(name.dropFirst(3))" }

    /// OpenSSL's name of the algorithm.
    var name: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA1"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }

    /// The algorithm for OpenSSL's functions that sign and verify.
    var method: OpaquePointer? {
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }

    /// The algorithms as OpenSSL finds them by their names, found once because finding takes longer than a digest.
    ///
    /// Unchecked: they never change.
    private nonisolated(unsafe) static let found = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, EVP_MD_fetch(OpenSSL.context, $0.name, nil)) })

    /// Returns the digest of bytes.
    package func digest(of octets: Data) -> Data {
        octets.withUnsafeBytes { Data(digest(of: $0)) }
    }

    /// Returns the digest of contiguous bytes.
    package func digest(of octets: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { place, count in
            var size: UInt32 = 0
            guard let found = Self.found[self] ?? nil,
                EVP_Digest(octets.baseAddress, octets.count, place.baseAddress, &size, found, nil) == 1
                // A digest has no other result. OpenSSL fails only without memory.
            else { fatalError("OpenSSL cannot compute \(name)") }
            count = Int(size)
        }
    }

    /// Returns the keyed digest of bytes (RFC 2104).
    package func authenticationCode(of octets: Data, key: Data) -> Data {
        let code = OpenSSL.writing(upTo: Int(EVP_MAX_MD_SIZE)) { place, length in
            OpenSSL.reading(key) { key, keySize in
                OpenSSL.reading(octets) { octets, count in
                    EVP_Q_mac(
                        OpenSSL.context, "HMAC", nil, name, nil, key, keySize, octets, count, place, length, &length)
                        != nil
                }
            }
        }
        guard let code else { fatalError("OpenSSL cannot compute HMAC with \(name)") }
        return code
    }
}
