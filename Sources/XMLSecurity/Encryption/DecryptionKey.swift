import Foundation
import TVSimCryptography

/// The private RSA key of a recipient of encrypted content, parsed once.
package struct DecryptionKey: Sendable {
    private let key: RSAPrivateKey

    /// Reads every private key of a PEM text, which must contain at least one.
    ///
    /// - Throws: ``XMLError`` with `key` if a key is not RSA, is smaller than 1024 bits, or requires a passphrase.
    package static func all(pem: String) throws(XMLError) -> [DecryptionKey] {
        var all: [DecryptionKey] = []
        for block in try PrivateKeyText.keys(in: pem) {
            guard let key = RSAPrivateKey(pem: block) else {
                throw PrivateKeyText.unusable(block)
            }
            guard let bits = key.publicKey.rsaBits, bits % 8 == 0 else {
                throw XMLError(
                    .key,
                    "The RSA private key has \(key.publicKey.rsaBits ?? 0) bits: expected a multiple of 8 to decrypt.")
            }
            all.append(DecryptionKey(key: key))
        }
        return all
    }

    /// The public part, as a certificate has it; `nil` without memory.
    var subjectPublicKeyInfo: Data? { key.publicKey.der }

    /// The size in bits.
    var bits: Int { key.publicKey.rsaBits ?? 0 }

    /// Decrypts a wrapped key; `nil` if the decryption fails.
    func unwrap(_ wrapped: Data, by padding: RSAEncryptionPadding) -> Data? {
        key.decrypt(wrapped, padding)
    }
}
