import CTVSimOpenSSL
import Foundation

/// A private key on the curve P-256 (FIPS 186-5), which signs certificates.
package struct CurvePrivateKey: Sendable {
    /// The public part.
    package let publicKey: PublicKey
    let key: Key

    /// Reads the first block of a PEM text; `nil` if it is not a private key of this curve.
    package init?(pem: String) {
        guard let block = PEM.block(in: pem), ["EC PRIVATE KEY", "PRIVATE KEY"].contains(block.label),
            let read = RSAPrivateKey.key(der: block.octets)
        else { return nil }
        self.init(read)
    }

    private init?(_ key: Key) {
        guard let publicDER = OpenSSL.encoding({ i2d_PUBKEY(key.pointer, $0) }),
            let publicKey = PublicKey(der: publicDER), publicKey.kind == .curve(octets: 32)
        else { return nil }
        (self.key, self.publicKey) = (key, publicKey)
    }

    /// Creates a random key; `nil` if OpenSSL cannot.
    package static func generated() -> CurvePrivateKey? {
        guard let context = EVP_PKEY_CTX_new_from_name(OpenSSL.context, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var made: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &made) == 1
        else { return nil }
        return made.map(Key.init(owning:)).flatMap(CurvePrivateKey.init)
    }

    /// The key as PEM text in the form of PKCS#8 (RFC 5958); `nil` without memory.
    package var pem: String? { key.privatePEM }
}
