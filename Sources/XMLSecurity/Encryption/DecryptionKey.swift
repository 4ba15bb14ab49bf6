import CryptoExtras
import Foundation

/// The private RSA key of a recipient of encrypted content.
///
/// Read once and kept.
package struct DecryptionKey: Sendable {
    /// Unchecked: the library's type says nothing of threads; nobody changes the key after it is read.
    private nonisolated(unsafe) let key: _RSA.Encryption.PrivateKey

    /// Reads a key in PEM form.
    ///
    /// - Throws: ``XMLError`` with `key` when the text is no RSA private key of 1024 bits or more.
    package init(pem: String) throws(XMLError) {
        guard let key = try? _RSA.Encryption.PrivateKey(unsafePEMRepresentation: pem) else {
            throw XMLError(.key, "This is not an RSA private key in PEM form.")
        }
        self.key = key
    }

    /// Decrypts a wrapped key; `nil` where anything is wrong.
    func unwrap(_ wrapped: Data, by transport: KeyTransport) -> Data? {
        try? key.decrypt(wrapped, padding: transport.padding)
    }
}
