import COpenSSL

/// The OpenSSL context of this package.
///
/// It reads no configuration, so a system policy that forbids SHA-1 does not affect it.
enum OpenSSL {
    /// A context with OpenSSL's own algorithms.
    nonisolated(unsafe) static let context: OpaquePointer? = {
        // OpenSSL would otherwise free at exit what other threads still use to sign.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        guard OSSL_PROVIDER_load(context, "default") != nil else {
            OSSL_LIB_CTX_free(context)
            return nil
        }
        return context
    }()
}
