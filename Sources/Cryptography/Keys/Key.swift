import CTVSimOpenSSL
import Foundation

/// How a key signs a digest.
package enum SignatureScheme: Sendable, Hashable {
    /// RSASSA-PKCS1-v1_5 (RFC 8017, 8.2).
    case rsaPKCS1
    /// RSASSA-PSS with the same digest for the mask, and a salt as long as the digest (RFC 8017, 8.1).
    case rsaPSS
    /// ECDSA (FIPS 186-5, 6).
    case ecdsa
}

/// How RSA encrypts a key.
package enum RSAEncryptionPadding: Sendable, Hashable {
    /// RSAES-OAEP with a digest for the label and one for the mask, MGF1 (RFC 8017, 7.1).
    case oaep(Hash, mask: Hash)
    /// RSAES-PKCS1-v1_5 (RFC 8017, 7.2), which is broken.
    case pkcs1
}

/// Owns a key of OpenSSL.
///
/// Unchecked: no function changes the key after it is read. Each operation has a context of its own. OpenSSL counts the
/// references atomically, and locks what it caches in a key.
final class Key: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// The size of a signature or ciphertext in bytes at most.
    var size: Int { Int(EVP_PKEY_get_size(pointer)) }

    /// Whether OpenSSL names the key's kind so, for example `RSA`.
    func isA(_ name: String) -> Bool { EVP_PKEY_is_a(pointer, name) == 1 }

    /// OpenSSL's name of the key's kind, for messages.
    var kindName: String { EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown" }

    /// The number of an RSA key by OpenSSL's name; `nil` if the key does not have it.
    func number(_ name: String) -> Number? {
        var found: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name, &found) == 1 else { return nil }
        return found.map(Number.init(owning:))
    }

    /// A private key as PEM text in the form of PKCS#8 (RFC 5958); `nil` without memory.
    var privatePEM: String? {
        guard let form = EVP_PKEY2PKCS8(pointer) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(form) }
        return OpenSSL.encoding { i2d_PKCS8_PRIV_KEY_INFO(form, $0) }.map { PEM.text("PRIVATE KEY", $0) }
    }

    /// Runs an operation with a context of its own; `nil` if it fails.
    func operation(upTo capacity: Int, _ body: (OpaquePointer, UnsafeMutablePointer<UInt8>, inout Int) -> Bool) -> Data?
    {
        // Without our own context the system's configuration would decide whether OpenSSL signs.
        guard let library = OpenSSL.context, let context = EVP_PKEY_CTX_new_from_pkey(library, pointer, nil) else {
            return nil
        }
        defer { EVP_PKEY_CTX_free(context) }
        return OpenSSL.writing(upTo: capacity) { body(context, $0, &$1) }
    }

    /// Chooses how a context signs or verifies a digest.
    static func choose(_ scheme: SignatureScheme, _ hash: Hash, in context: OpaquePointer) -> Bool {
        switch scheme {
        case .rsaPKCS1:
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
                && EVP_PKEY_CTX_set_signature_md(context, hash.method) == 1
        case .rsaPSS:
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_signature_md(context, hash.method) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
        case .ecdsa: true
        }
    }

    /// Chooses how a context encrypts or decrypts.
    static func choose(_ padding: RSAEncryptionPadding, in context: OpaquePointer) -> Bool {
        switch padding {
        case .oaep(let hash, let mask):
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_oaep_md(context, hash.method) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, mask.method) == 1
        case .pkcs1: EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
        }
    }
}

/// Owns a number of OpenSSL, for which no function has enough digits.
final class Number {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    // This overwrites the number, which can be a part of a private key.
    deinit { BN_clear_free(pointer) }

    /// Creates a number from its bytes, the highest first; `nil` without memory.
    convenience init?(_ octets: Data) {
        let read = OpenSSL.reading(octets) { octets, count in BN_bin2bn(octets, Int32(clamping: count), nil) }
        guard let read else { return nil }
        self.init(owning: read)
    }

    var bits: Int { Int(BN_num_bits(pointer)) }
    var isOdd: Bool { BN_is_odd(pointer) == 1 }

    /// The bytes without leading zeros, the highest first.
    var octets: Data {
        OpenSSL.writing(upTo: (bits + 7) / 8) { place, length in Int(BN_bn2bin(pointer, place)) == length } ?? Data()
    }
}
