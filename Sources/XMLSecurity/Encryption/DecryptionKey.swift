import CryptoExtras
import Foundation

/// The private RSA key of a recipient of encrypted content, parsed once.
package struct DecryptionKey: Sendable {
    /// Unchecked: the library's type is not `Sendable`; the key never changes after it is parsed.
    private nonisolated(unsafe) let key: _RSA.Encryption.PrivateKey

    /// Reads every private key of a PEM text, which must contain at least one.
    ///
    /// - Throws: ``XMLError`` with `key` if a key is not RSA, is smaller than 1024 bits, or requires a passphrase.
    package static func all(pem: String) throws(XMLError) -> [DecryptionKey] {
        var all: [DecryptionKey] = []
        for block in try PrivateKeyText.keys(in: pem) {
            guard let key = try? _RSA.Encryption.PrivateKey(unsafePEMRepresentation: block) else {
                throw XMLError(.key, "The text is not an RSA private key in PEM format.")
            }
            all.append(DecryptionKey(key: key))
        }
        return all
    }

    /// Decrypts a wrapped key; `nil` if the decryption fails.
    func unwrap(_ wrapped: Data, by transport: KeyTransport) -> Data? {
        try? key.decrypt(wrapped, padding: transport.padding)
    }
}
