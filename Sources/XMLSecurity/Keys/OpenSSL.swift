import COpenSSL

/// OpenSSL as this package uses it.
///
/// What a system's configuration forbids (some forbid SHA-1) is of no matter: the context is ours and reads none.
enum OpenSSL {
    /// The algorithms that OpenSSL itself brings.
    nonisolated(unsafe) static let context: OpaquePointer? = {
        // Threads may sign while the process ends: OpenSSL must not take away then what they use.
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        guard let context = OSSL_LIB_CTX_new() else { return nil }
        guard OSSL_PROVIDER_load(context, "default") != nil else {
            OSSL_LIB_CTX_free(context)
            return nil
        }
        return context
    }()
}
