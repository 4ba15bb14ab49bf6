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
            guard let key = RSAPrivateKey(pem: block), key.publicKey.rsaBits.map({ $0 % 8 == 0 }) == true else {
                throw XMLError(.key, "The text is not an RSA private key in PEM format.")
            }
            all.append(DecryptionKey(key: key))
        }
        return all
    }

    /// Decrypts a wrapped key; `nil` if the decryption fails.
    func unwrap(_ wrapped: Data, by padding: RSAEncryptionPadding) -> Data? {
        key.decrypt(wrapped, padding)
    }
}
