import CTVSimOpenSSL
package import Foundation

/// A public key: RSA of at least 1024 bits, or on one of the curves P-256, P-384 and P-521 (FIPS 186-5).
///
/// Shared secrets are not keys here on purpose: with a public key as a secret, every attacker could sign.
package struct PublicKey: Sendable {
    /// The kind of a key.
    package enum Kind: Sendable, Hashable {
        case rsa(bits: Int)
        /// On a curve, with the size of a coordinate in bytes.
        case curve(octets: Int)
    }

    package let kind: Kind
    private let key: Key

    /// The size of an RSA key in bits; `nil` for other kinds of key.
    package var rsaBits: Int? {
        if case .rsa(let bits) = kind { bits } else { nil }
    }

    /// Reads a `SubjectPublicKeyInfo` (RFC 5280, 4.1); `nil` if it is malformed or an unsupported kind of key.
    package init?(der: Data) {
        let read = OpenSSL.decoding(der, free: EVP_PKEY_free) { next, count in
            d2i_PUBKEY_ex(nil, &next, count, OpenSSL.context, nil)
        }
        guard let read else { return nil }
        self.init(Key(owning: read))
    }

    /// Reads the first block of a PEM text: a `PUBLIC KEY`, or an `RSA PUBLIC KEY` (RFC 8017, A.1.1).
    package init?(pem: String) {
        guard let block = PEM.block(in: pem) else { return nil }
        if let key = PublicKey(der: block.octets) {
            self = key
        } else if let key = Self.numbers(of: block.octets) {
            self.init(key)
        } else {
            return nil
        }
    }

    /// Creates an RSA key from its numbers, the highest byte first; `nil` if they are not a key.
    package init?(modulus: Data, exponent: Data) {
        guard let modulus = Number(modulus), let exponent = Number(exponent),
            let key = Self.rsa(modulus, exponent)
        else { return nil }
        self.init(key)
    }

    /// Checks the kind of key, as a hostile key must not slow down or mislead a verifier.
    init?(_ key: Key) {
        if key.isA("RSA-PSS") {
            // The restrictions of such a key (RFC 4055, 1.2) are ignored: the message's algorithm is what is checked.
            guard let modulus = key.number(OSSL_PKEY_PARAM_RSA_N), let exponent = key.number(OSSL_PKEY_PARAM_RSA_E),
                let plain = Self.rsa(modulus, exponent)
            else { return nil }
            self.init(plain)
        } else if key.isA("RSA") {
            guard let modulus = key.number(OSSL_PKEY_PARAM_RSA_N), let exponent = key.number(OSSL_PKEY_PARAM_RSA_E),
                (1024...16_384).contains(modulus.bits), modulus.isOdd, (2...33).contains(exponent.bits),
                exponent.isOdd
            else { return nil }
            self.init(.rsa(bits: modulus.bits), key)
        } else if let octets = Self.octetsOfCurve(key) {
            self.init(.curve(octets: octets), key)
        } else {
            return nil
        }
    }

    private init(_ kind: Kind, _ key: Key) {
        (self.kind, self.key) = (kind, key)
    }

    /// Returns the size of a coordinate; `nil` if the key is not on a supported curve that is given by its name.
    private static func octetsOfCurve(_ key: Key) -> Int? {
        guard key.isA("EC") else { return nil }
        var explicit: Int32 = 0
        let name = OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS
        guard EVP_PKEY_get_int_param(key.pointer, name, &explicit) != 1 || explicit == 0 else { return nil }
        var curve = [CChar](repeating: 0, count: 64)
        guard EVP_PKEY_get_group_name(key.pointer, &curve, curve.count, nil) == 1 else { return nil }
        switch OBJ_txt2nid(curve) {
        case NID_X9_62_prime256v1: return 32
        case NID_secp384r1: return 48
        case NID_secp521r1: return 66
        default: return nil
        }
    }

    /// Creates an RSA key from its numbers.
    private static func rsa(_ modulus: Number, _ exponent: Number) -> Key? {
        guard let builder = OSSL_PARAM_BLD_new() else { return nil }
        defer { OSSL_PARAM_BLD_free(builder) }
        // The builder keeps the pointers to the names.
        return OSSL_PKEY_PARAM_RSA_N.withCString { n in
            OSSL_PKEY_PARAM_RSA_E.withCString { e in
                guard OSSL_PARAM_BLD_push_BN(builder, n, modulus.pointer) == 1,
                    OSSL_PARAM_BLD_push_BN(builder, e, exponent.pointer) == 1,
                    let parameters = OSSL_PARAM_BLD_to_param(builder)
                else { return nil }
                defer { OSSL_PARAM_free(parameters) }
                return rsa(parameters)
            }
        }
    }

    private static func rsa(_ parameters: UnsafeMutablePointer<OSSL_PARAM>) -> Key? {
        guard let context = EVP_PKEY_CTX_new_from_name(OpenSSL.context, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &made, tvsim_EVP_PKEY_PUBLIC_KEY, parameters) == 1
        else { return nil }
        return made.map(Key.init(owning:))
    }

    /// Reads an `RSAPublicKey`, which OpenSSL's `d2i` function reads with the system's configuration only.
    private static func numbers(of der: Data) -> Key? {
        var read: OpaquePointer?
        guard
            let decoder = OSSL_DECODER_CTX_new_for_pkey(
                &read, "DER", nil, "RSA", tvsim_EVP_PKEY_PUBLIC_KEY, OpenSSL.context, nil)
        else { return nil }
        defer { OSSL_DECODER_CTX_free(decoder) }
        let isRead = OpenSSL.reading(der) { start, count in
            var (next, rest): (UnsafePointer<UInt8>?, Int) = (start, count)
            return OSSL_DECODER_from_data(decoder, &next, &rest) == 1 && rest == 0
        }
        let key = read.map(Key.init(owning:))
        return isRead ? key : nil
    }

    /// The key as `SubjectPublicKeyInfo`; `nil` without memory.
    package var der: Data? { OpenSSL.encoding { i2d_PUBKEY(key.pointer, $0) } }

    /// The key as PEM text; `nil` without memory.
    package var pem: String? { der.map { PEM.text("PUBLIC KEY", $0) } }

    /// Modulus and exponent of an RSA key, without leading zeros; `nil` for other kinds of key.
    package var rsaNumbers: (modulus: Data, exponent: Data)? {
        guard rsaBits != nil, let modulus = key.number(OSSL_PKEY_PARAM_RSA_N),
            let exponent = key.number(OSSL_PKEY_PARAM_RSA_E)
        else { return nil }
        return (modulus.octets, exponent.octets)
    }

    /// Returns whether the key is of the kind that a scheme uses.
    package func fits(_ scheme: SignatureScheme) -> Bool { (rsaBits == nil) == (scheme == .ecdsa) }

    /// Verifies a signature over a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature. One of ECDSA is the two numbers one after the other, never DER.
    ///   - digest: The digest.
    ///   - hash: The algorithm of the digest.
    ///   - scheme: The scheme, which must fit the key.
    /// - Returns: Whether this key made the signature.
    package func isValidSignature(
        _ signature: Data, for digest: Data, _ hash: Hash, _ scheme: SignatureScheme
    ) -> Bool {
        guard fits(scheme), let encoded = encoded(signature) else { return false }
        let verified = key.operation(upTo: 0) { context, _, _ in
            guard EVP_PKEY_verify_init(context) == 1, Key.choose(scheme, hash, in: context) else { return false }
            return OpenSSL.reading(encoded) { signature, length in
                OpenSSL.reading(digest) { EVP_PKEY_verify(context, signature, length, $0, $1) == 1 }
            }
        }
        return verified != nil
    }

    /// Returns what a signature of RSA PKCS#1 v1.5 contains; `nil` if its padding is that of another key.
    func recovered(from signature: Data) -> Data? {
        guard rsaBits != nil else { return nil }
        return key.operation(upTo: key.size) { context, place, length in
            guard EVP_PKEY_verify_recover_init(context) == 1,
                EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
            else { return false }
            return OpenSSL.reading(signature) { EVP_PKEY_verify_recover(context, place, &length, $0, $1) == 1 }
        }
    }

    /// Returns a signature in the form that OpenSSL takes: DER for ECDSA.
    private func encoded(_ signature: Data) -> Data? {
        guard case .curve(let octets) = kind else { return signature }
        guard signature.count == 2 * octets, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        let numbers = [signature.prefix(octets), signature.suffix(octets)].map { half in
            OpenSSL.reading(half) { BN_bin2bn($0, Int32($1), nil) }
        }
        guard ECDSA_SIG_set0(pair, numbers[0], numbers[1]) == 1 else {
            for number in numbers { BN_free(number) }
            return nil
        }
        return OpenSSL.encoding { i2d_ECDSA_SIG(pair, $0) }
    }

    /// Encrypts bytes with random padding; `nil` if the key is not RSA, or too small.
    package func encrypt(_ octets: Data, _ padding: RSAEncryptionPadding) -> Data? {
        encrypt(octets) { Key.choose(padding, in: $0) }
    }

    /// Encrypts bytes that are already padded; `nil` if they are not exactly as long as the RSA key.
    package func encrypt(padded octets: Data) -> Data? {
        encrypt(octets) { EVP_PKEY_CTX_set_rsa_padding($0, RSA_NO_PADDING) == 1 }
    }

    private func encrypt(_ octets: Data, _ choose: (OpaquePointer) -> Bool) -> Data? {
        guard rsaBits != nil else { return nil }
        return key.operation(upTo: key.size) { context, place, length in
            guard EVP_PKEY_encrypt_init(context) == 1, choose(context) else { return false }
            return OpenSSL.reading(octets) { EVP_PKEY_encrypt(context, place, &length, $0, $1) == 1 }
        }
    }
}
