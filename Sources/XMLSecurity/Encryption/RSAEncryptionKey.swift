package import Foundation
import TVSimCryptography

/// A public RSA key that encrypts with PKCS#1 v1.5 and padding from its caller.
///
/// OpenSSL would take the padding from the system, but a simulated world draws every random value from its seed.
package struct RSAEncryptionKey: Sendable {
    private let key: PublicKey
    /// The size of the key in bytes.
    private let size: Int

    /// Reads the key of a certificate.
    ///
    /// - Throws: ``XMLError`` with `key` if the key is not RSA.
    package init(of certificate: TrustedCertificate) throws(XMLError) {
        guard let bits = certificate.rsaBits else {
            throw XMLError(.key, "The key of '\(certificate.subject)' is not an RSA key.")
        }
        (key, size) = (certificate.key, (bits + 7) / 8)
    }

    /// Encrypts bytes (RFC 8017, 7.2.1).
    ///
    /// - Parameters:
    ///   - octets: The plaintext; at most as long as the key less 11 bytes.
    ///   - chance: Returns the given number of random bytes.
    /// - Returns: As many bytes as the key has.
    /// - Throws: ``XMLError`` with `encryption` if the plaintext is too long, or the error of `chance`.
    package func encrypt(_ octets: Data, chance: (Int) throws -> [UInt8]) throws -> Data {
        let padding = size - octets.count - 3
        guard padding >= 8 else {
            throw XMLError(.encryption, "The key is too small for \(octets.count) bytes.")
        }
        // A zero byte would end the padding, so every padding byte is 1 to 255.
        let message = Data([0, 2]) + Data(try chance(padding).map { $0 % 255 + 1 }) + Data([0]) + octets
        guard let encrypted = key.encrypt(padded: message) else {
            throw XMLError(.encryption, "OpenSSL cannot encrypt.")
        }
        return encrypted
    }
}
