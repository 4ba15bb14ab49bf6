import COpenSSL
package import Foundation

/// A public RSA key that encrypts by PKCS#1 v1.5 with padding from its caller, by OpenSSL.
///
/// Libraries take the padding from the system; a simulated world has all its chance from its seed.
package final class RSAEncryptionKey: Sendable {
    /// Unchecked: nobody changes the key after it is read, and OpenSSL counts references to it with atomics.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads the key of a certificate.
    ///
    /// - Throws: ``XMLError`` with `key` when it is none of RSA.
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

    /// Encrypts octets (RFC 8017 § 7.2.1).
    ///
    /// - Parameters:
    ///   - octets: What is encrypted; as long as the key less 11 octets, at most.
    ///   - chance: Gives so many octets of chance.
    /// - Returns: As many octets as the key has.
    /// - Throws: ``XMLError`` with `encryption` when there are too many octets; what `chance` throws.
    package func encrypt(_ octets: Data, chance: (Int) throws -> [UInt8]) throws -> Data {
        var length = Int(EVP_PKEY_get_size(key))
        let padding = length - octets.count - 3
        guard padding >= 8 else {
            throw XMLError(.encryption, "The key is too small for \(octets.count) octets.")
        }
        // No octet of the padding is zero, which ends it.
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
