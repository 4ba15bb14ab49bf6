import CryptoExtras
import Foundation

/// The private RSA key of a recipient of encrypted content.
///
/// Read once and kept.
package struct DecryptionKey: Sendable {
    /// Unchecked: the library's type says nothing of threads; nobody changes the key after it is read.
    private nonisolated(unsafe) let key: _RSA.Encryption.PrivateKey

    /// Reads every key of a text in PEM form, of which there must be one at least.
    ///
    /// - Throws: ``XMLError`` with `key` when one is no RSA private key of 1024 bits or more, or is protected by a
    ///   passphrase.
    package static func all(pem: String) throws(XMLError) -> [DecryptionKey] {
        var all: [DecryptionKey] = []
        for block in try PrivateKeyText.keys(in: pem) {
            guard let key = try? _RSA.Encryption.PrivateKey(unsafePEMRepresentation: block) else {
                throw XMLError(.key, "This is not an RSA private key in PEM form.")
            }
            all.append(DecryptionKey(key: key))
        }
        return all
    }

    /// Decrypts a wrapped key; `nil` where anything is wrong.
    func unwrap(_ wrapped: Data, by transport: KeyTransport) -> Data? {
        try? key.decrypt(wrapped, padding: transport.padding)
    }
}
