import CTVSimOpenSSL
package import Foundation

/// A private RSA key of at least 1024 bits.
package struct RSAPrivateKey: Sendable {
    /// The public part.
    package let publicKey: PublicKey
    let key: Key

    /// Reads the first block of a PEM text: a key in the form of PKCS#1 (RFC 8017, A.1.2) or PKCS#8 (RFC 5958).
    ///
    /// The result is `nil` if the text is not an RSA key, if the key is smaller than 1024 bits or requires a
    /// passphrase, or if its numbers contradict each other: OpenSSL would sign with such a key.
    package init?(pem: String) {
        guard let block = PEM.block(in: pem), ["RSA PRIVATE KEY", "PRIVATE KEY"].contains(block.label),
            let read = Self.key(der: block.octets), read.isA("RSA"), Self.isConsistent(read),
            let publicDER = OpenSSL.encoding({ i2d_PUBKEY(read.pointer, $0) }),
            let publicKey = PublicKey(der: publicDER)
        else { return nil }
        (key, self.publicKey) = (read, publicKey)
    }

    /// Says why a text is not such a key, as the end of a sentence about the text; `nil` if it is one.
    ///
    /// Sizes and kinds are told, never a part of a key.
    package static func flaw(inPEM text: String) -> String? {
        if RSAPrivateKey(pem: text) != nil { return nil }
        guard let block = PEM.blocks(in: text).whole.first else { return "has no key in PEM format" }
        guard ["RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY"].contains(block.label) else {
            return "is '\(block.label.prefix(40))' in PEM: expected 'PRIVATE KEY' or 'RSA PRIVATE KEY'"
        }
        guard let octets = block.octets else { return "has lines that are not Base64" }
        guard let read = key(der: octets) else { return "is a private key whose content is damaged" }
        guard read.isA("RSA") else {
            return "is a private key of another kind (\(read.isA("EC") ? "EC" : read.kindName)): expected RSA"
        }
        let bits = read.number(OSSL_PKEY_PARAM_RSA_N)?.bits ?? 0
        guard isConsistent(read) else {
            return "is an RSA private key of \(bits) bits whose numbers contradict each other"
        }
        return "is an RSA private key of \(bits) bits: expected 1024 to 16384"
    }

    /// Reads a private key of any kind; `nil` if it is malformed.
    static func key(der: Data) -> Key? {
        OpenSSL.decoding(der, free: EVP_PKEY_free) { next, count in
            d2i_AutoPrivateKey_ex(nil, &next, count, OpenSSL.context, nil)
        }.map(Key.init(owning:))
    }

    /// Returns whether bytes are a private key of any kind in DER.
    package static func isPrivateKey(der: Data) -> Bool { key(der: der) != nil }

    /// Returns whether the numbers of a key with two primes belong together (RFC 8017, 3.2).
    ///
    /// It does not test whether the primes are primes, because that takes longer than a hundred signatures.
    private static func isConsistent(_ key: Key) -> Bool {
        guard let n = key.number(OSSL_PKEY_PARAM_RSA_N), let e = key.number(OSSL_PKEY_PARAM_RSA_E),
            let d = key.number(OSSL_PKEY_PARAM_RSA_D), let p = key.number("rsa-factor1"),
            let q = key.number("rsa-factor2"), let dp = key.number("rsa-exponent1"),
            let dq = key.number("rsa-exponent2"), let qi = key.number("rsa-coefficient1"),
            let scratch = BN_CTX_secure_new()
        else { return false }
        defer { BN_CTX_free(scratch) }
        guard let product = BN_secure_new().map(Number.init(owning:)),
            BN_mul(product.pointer, p.pointer, q.pointer, scratch) == 1, BN_cmp(product.pointer, n.pointer) == 0,
            BN_cmp(d.pointer, n.pointer) < 0, p.bits > 1, q.bits > 1
        else { return false }
        /// Whether a product leaves the remainder 1.
        func isInverse(_ left: Number, _ right: Number, of modulus: OpaquePointer) -> Bool {
            guard let result = BN_secure_new().map(Number.init(owning:)) else { return false }
            return BN_mod_mul(result.pointer, left.pointer, right.pointer, modulus, scratch) == 1
                && BN_is_one(result.pointer) == 1
        }
        for (prime, exponent) in [(p, dp), (q, dq)] {
            guard let order = BN_dup(prime.pointer).map(Number.init(owning:)), BN_sub_word(order.pointer, 1) == 1,
                isInverse(d, e, of: order.pointer), isInverse(exponent, e, of: order.pointer),
                BN_cmp(exponent.pointer, prime.pointer) < 0
            else { return false }
        }
        return isInverse(q, qi, of: p.pointer) && BN_cmp(qi.pointer, p.pointer) < 0
    }

    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digest: The digest.
    ///   - hash: The algorithm of the digest.
    ///   - scheme: The scheme. PKCS#1 v1.5 gives the same signature each time.
    /// - Returns: The signature; `nil` if the scheme is ECDSA, or the key is too small for it.
    package func sign(_ digest: Data, _ hash: Hash, _ scheme: SignatureScheme) -> Data? {
        guard publicKey.fits(scheme) else { return nil }
        return key.operation(upTo: key.size) { context, place, length in
            guard EVP_PKEY_sign_init(context) == 1, Key.choose(scheme, hash, in: context) else { return false }
            return OpenSSL.reading(digest) { EVP_PKEY_sign(context, place, &length, $0, $1) == 1 }
        }
    }

    /// Decrypts bytes; `nil` if the decryption fails.
    ///
    /// A caller must not tell whether or why it failed.
    package func decrypt(_ octets: Data, _ padding: RSAEncryptionPadding) -> Data? {
        key.operation(upTo: key.size) { context, place, length in
            guard EVP_PKEY_decrypt_init(context) == 1, Key.choose(padding, in: context) else { return false }
            return OpenSSL.reading(octets) { EVP_PKEY_decrypt(context, place, &length, $0, $1) == 1 }
        }
    }
}
