package import Foundation
package import TVSimCryptography

/// A private RSA key that signs, parsed once.
package struct RSASigningKey: Sendable {
    private let key: RSAPrivateKey

    /// The key that verifies what this key signs.
    package var publicKey: PublicKey { key.publicKey }

    /// Reads the only private key of a PEM text.
    ///
    /// - Throws: ``XMLError`` with `key` if the text contains no key or several, or a key that is not RSA of 1024 bits
    ///   or more.
    package init(pem: String) throws(XMLError) {
        let blocks = try PrivateKeyText.keys(in: pem)
        guard blocks.count == 1 else {
            throw XMLError(.key, "The text has \(blocks.count) private keys: expected one.")
        }
        guard let read = RSAPrivateKey(pem: blocks[0]) else {
            throw PrivateKeyText.unusable(blocks[0])
        }
        key = read
    }

    /// Signs bytes.
    ///
    /// The default, RSA PKCS#1 v1.5 with SHA-256, gives the same signature each time.
    ///
    /// - Throws: ``XMLError`` with `key` if a key of this kind or size cannot make the signature.
    package func sign(_ octets: Data, algorithm: SignatureAlgorithm = .rsaSHA256) throws(XMLError) -> Data {
        guard algorithm.scheme != .ecdsa else { throw XMLError(.key, "An RSA key cannot create an ECDSA signature.") }
        return try sign(octets, algorithm.digest.hash, algorithm.scheme)
    }

    /// Signs bytes with RSA PKCS#1 v1.5 and MD5, which every verifier must reject; ``SignatureAlgorithm`` has no case
    /// for it.
    ///
    /// - Throws: ``XMLError`` with `key` if OpenSSL is unusable.
    func signByMD5(_ octets: Data) throws(XMLError) -> Data { try sign(octets, .md5, .rsaPKCS1) }

    private func sign(_ octets: Data, _ hash: Hash, _ scheme: SignatureScheme) throws(XMLError) -> Data {
        guard let signature = key.sign(hash.digest(of: octets), hash, scheme) else {
            throw XMLError(.key, "The key cannot sign.")
        }
        return signature
    }
}
