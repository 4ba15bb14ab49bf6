import CTVSimOpenSSL

extension RSAPrivateKey {
    /// The size of a generated key in bits.
    package static let generatedBits = 2048

    /// Creates a random key of 2048 bits with the exponent 65537; `nil` if OpenSSL cannot.
    package static func generated() -> RSAPrivateKey? {
        guard let context = EVP_PKEY_CTX_new_from_name(OpenSSL.context, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(generatedBits)) == 1,
            EVP_PKEY_generate(context, &made) == 1
        else { return nil }
        return made.map(Key.init(owning:))?.privatePEM.flatMap(RSAPrivateKey.init(pem:))
    }

    /// The key as PEM text in the form of PKCS#8 (RFC 5958); `nil` without memory.
    package var pem: String? { key.privatePEM }
}
