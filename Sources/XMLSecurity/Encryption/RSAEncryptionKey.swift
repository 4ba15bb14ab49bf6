import COpenSSL
package import Foundation

/// A public RSA key that encrypts with PKCS#1 v1.5 and padding from its caller, with OpenSSL.
///
/// Other libraries take the padding from the system, but a simulated world draws every random value from its seed.
package final class RSAEncryptionKey: Sendable {
    /// Unchecked: the key never changes after it is parsed, and OpenSSL counts its references atomically.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads the key of a certificate.
    ///
    /// - Throws: ``XMLError`` with `key` if the key is not RSA.
    package init(of certificate: TrustedCertificate) throws(XMLError) {
        let der = certificate.subjectPublicKeyInfo
        let read = der.withUnsafeBytes { octets in
            var next = octets.bindMemory(to: UInt8.self).baseAddress
            return d2i_PUBKEY_ex(nil, &next, octets.count, OpenSSL.context, nil)
        }
        guard let read else { throw XMLError(.key, "The key of '\(certificate.subject)' cannot be read.") }
        key = read
        guard EVP_PKEY_is_a(read, "RSA") == 1 else {
            throw XMLError(.key, "The key of '\(certificate.subject)' is not an RSA key.")
        }
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// Encrypts bytes (RFC 8017, 7.2.1).
    ///
    /// - Parameters:
    ///   - octets: The plaintext; at most as long as the key less 11 bytes.
    ///   - chance: Returns the given number of random bytes.
    /// - Returns: As many bytes as the key has.
    /// - Throws: ``XMLError`` with `encryption` if the plaintext is too long, or the error of `chance`.
    package func encrypt(_ octets: Data, chance: (Int) throws -> [UInt8]) throws -> Data {
        var length = Int(EVP_PKEY_get_size(key))
        let padding = length - octets.count - 3
        guard padding >= 8 else {
            throw XMLError(.encryption, "The key is too small for \(octets.count) bytes.")
        }
        // A zero byte would end the padding, so every padding byte is 1 to 255.
        let message = Data([0, 2]) + Data(try chance(padding).map { $0 % 255 + 1 }) + Data([0]) + octets
        guard let context = EVP_PKEY_CTX_new_from_pkey(OpenSSL.context, key, nil) else {
            throw XMLError(.encryption, "OpenSSL cannot encrypt.")
        }
        defer { EVP_PKEY_CTX_free(context) }
        var encrypted = Data(count: length)
        let isDone = encrypted.withUnsafeMutableBytes { place in
            message.withUnsafeBytes { message in
                EVP_PKEY_encrypt_init(context) == 1 && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
                    && EVP_PKEY_encrypt(
                        context, place.bindMemory(to: UInt8.self).baseAddress, &length,
                        message.bindMemory(to: UInt8.self).baseAddress, message.count) == 1
            }
        }
        guard isDone else { throw XMLError(.encryption, "OpenSSL cannot encrypt.") }
        return encrypted
    }
}
