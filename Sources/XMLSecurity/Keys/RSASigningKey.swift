import COpenSSL
import Crypto
import CryptoExtras
package import Foundation

/// A private RSA key that signs with OpenSSL, parsed once.
///
/// OpenSSL signs in half the time of BoringSSL on processors with AVX-512. A PKCS#1 v1.5 signature has the same bytes
/// with either. Digests are computed before.
package final class RSASigningKey: Sendable {
    /// Unchecked: the key never changes after it is parsed, and OpenSSL counts its references atomically.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads the only private key of a PEM text.
    ///
    /// - Throws: ``XMLError`` with `key` if the text contains no key or several, or a key that is not RSA of 1024 bits
    ///   or more.
    package init(pem: String) throws(XMLError) {
        let blocks = try PrivateKeyText.keys(in: pem)
        guard blocks.count == 1 else { throw XMLError(.key, "The text has several private keys: expected one.") }
        // BoringSSL parses the key first, because it rejects inconsistent numbers with which OpenSSL would sign.
        guard let read = try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: blocks[0]),
            let key = Self.key(der: read.derRepresentation)
        else {
            throw XMLError(.key, "The text is not an RSA private key in PEM format.")
        }
        self.key = key
    }

    /// Reads a key in the form of PKCS#1 (RFC 8017, A.1.2).
    private static func key(der: Data) -> OpaquePointer? {
        // Without our own context the system's configuration would decide whether OpenSSL signs.
        guard let context = OpenSSL.context else { return nil }
        return der.withUnsafeBytes { octets in
            var next = octets.bindMemory(to: UInt8.self).baseAddress
            return d2i_PrivateKey_ex(EVP_PKEY_RSA, nil, &next, octets.count, context, nil)
        }
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// Signs bytes.
    ///
    /// The default, RSA PKCS#1 v1.5 with SHA-256, gives the same signature each time.
    ///
    /// - Throws: ``XMLError`` with `key` if a key of this kind or size cannot make the signature.
    package func sign(_ octets: Data, algorithm: SignatureAlgorithm = .rsaSHA256) throws(XMLError) -> Data {
        let digest = algorithm.digest.digest(of: octets)
        let signature: Data?
        switch algorithm.scheme {
        case .rsaPKCS1: signature = signed(algorithm.digest.startOfDigestInfo + digest)
        case .rsaPSS: signature = signed(digest, pss: algorithm.digest)
        case .ecdsa: throw XMLError(.key, "An RSA key cannot create an ECDSA signature.")
        }
        guard let signature else { throw XMLError(.key, "The key cannot sign.") }
        return signature
    }

    /// Signs bytes with RSA PKCS#1 v1.5 and MD5, which every verifier must reject; ``SignatureAlgorithm`` has no case
    /// for it.
    ///
    /// - Throws: ``XMLError`` with `key` if OpenSSL is unusable.
    func signByMD5(_ octets: Data) throws(XMLError) -> Data {
        let digest = Data(Insecure.MD5.hash(data: octets))
        guard let signature = signed(DigestAlgorithm.startOfMD5DigestInfo + digest) else {
            throw XMLError(.key, "The key cannot sign.")
        }
        return signature
    }

    /// Signs a `DigestInfo` with PKCS#1 v1.5, or a digest with PSS; `nil` if the key cannot.
    private func signed(_ content: Data, pss digest: DigestAlgorithm? = nil) -> Data? {
        guard let context = OpenSSL.context, let signing = EVP_PKEY_CTX_new_from_pkey(context, key, nil) else {
            return nil
        }
        defer { EVP_PKEY_CTX_free(signing) }
        guard EVP_PKEY_sign_init(signing) == 1 else { return nil }
        if let digest {
            guard EVP_PKEY_CTX_set_rsa_padding(signing, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_signature_md(signing, digest.inOpenSSL) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(signing, RSA_PSS_SALTLEN_DIGEST) == 1
            else { return nil }
        } else {
            guard EVP_PKEY_CTX_set_rsa_padding(signing, RSA_PKCS1_PADDING) == 1 else { return nil }
        }
        var length = Int(EVP_PKEY_get_size(key))
        var signature = Data(count: length)
        let result = signature.withUnsafeMutableBytes { place in
            content.withUnsafeBytes { content in
                EVP_PKEY_sign(
                    signing, place.bindMemory(to: UInt8.self).baseAddress, &length,
                    content.bindMemory(to: UInt8.self).baseAddress, content.count)
            }
        }
        return result == 1 ? signature.prefix(length) : nil
    }
}

extension DigestAlgorithm {
    fileprivate var inOpenSSL: OpaquePointer {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }

    /// The bytes before the digest in the `DigestInfo` that PKCS#1 v1.5 signs (RFC 8017, 9.2, note 1).
    fileprivate var startOfDigestInfo: Data {
        switch self {
        case .sha1: Data([0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14])
        case .sha256: Self.startOfDigestInfo(sha2: 1, octets: 32)
        case .sha384: Self.startOfDigestInfo(sha2: 2, octets: 48)
        case .sha512: Self.startOfDigestInfo(sha2: 3, octets: 64)
        }
    }

    /// The bytes before an MD5 digest.
    fileprivate static let startOfMD5DigestInfo = Data([
        0x30, 0x20, 0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05, 0x05, 0x00, 0x04, 0x10,
    ])

    /// Returns the bytes before an SHA-2 digest; the identifiers differ only in their last number.
    private static func startOfDigestInfo(sha2 number: UInt8, octets: UInt8) -> Data {
        Data([
            0x30, 17 + octets, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, number, 0x05,
            0x00,
            0x04, octets,
        ])
    }
}
