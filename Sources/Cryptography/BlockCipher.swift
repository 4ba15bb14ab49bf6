import CTVSimOpenSSL
package import Foundation

/// Symmetric ciphers: AES in GCM mode (NIST SP 800-38D), AES and triple DES in CBC mode (NIST SP 800-38A).
package enum BlockCipher: Sendable, Hashable {
    /// Authenticated: a changed ciphertext is detected.
    case aesGCM(keyBits: Int)
    case aesCBC(keyBits: Int)
    /// Triple DES with three keys.
    case tripleDESCBC

    /// The size of the key in bits.
    package var keyBits: Int {
        switch self {
        case .aesGCM(let bits), .aesCBC(let bits): bits
        case .tripleDESCBC: 192
        }
    }

    /// The size of the initialisation vector in bytes.
    package var vectorSize: Int {
        switch self {
        case .aesGCM: 12
        case .aesCBC: 16
        case .tripleDESCBC: 8
        }
    }

    /// The size of the tag after the ciphertext in bytes.
    private static let tagSize = 16

    private var isAuthenticated: Bool {
        if case .aesGCM = self { true } else { false }
    }

    private var name: String {
        switch self {
        case .aesGCM(let bits): "AES-\(bits)-GCM"
        case .aesCBC(let bits): "AES-\(bits)-CBC"
        case .tripleDESCBC: "DES-EDE3-CBC"
        }
    }

    /// Encrypts bytes.
    ///
    /// - Parameters:
    ///   - octets: The plaintext; for CBC a multiple of the block size, because padding is the caller's.
    ///   - key: The key.
    ///   - vector: The initialisation vector.
    /// - Returns: The ciphertext, followed by the tag in GCM; `nil` if a size is wrong.
    package func encrypt(_ octets: Data, key: Data, vector: Data) -> Data? {
        run(octets, key: key, vector: vector, encrypts: true) { context, text in
            guard isAuthenticated else { return text }
            let tag = OpenSSL.writing(upTo: Self.tagSize) { place, length in
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(length), place) == 1
            }
            return tag.map { text + $0 }
        }
    }

    /// Decrypts bytes.
    ///
    /// - Parameters:
    ///   - octets: The ciphertext, followed by the tag in GCM.
    ///   - key: The key.
    ///   - vector: The initialisation vector.
    /// - Returns: The plaintext, with its padding in CBC; `nil` if a size is wrong, or the tag does not match.
    package func decrypt(_ octets: Data, key: Data, vector: Data) -> Data? {
        guard isAuthenticated else {
            return run(octets, key: key, vector: vector, encrypts: false) { _, text in text }
        }
        guard octets.count >= Self.tagSize else { return nil }
        return run(
            octets.dropLast(Self.tagSize), key: key, vector: vector, tag: octets.suffix(Self.tagSize), encrypts: false
        ) { _, text in text }
    }

    /// Runs the cipher, and makes the result of the text that it wrote by `finish`.
    private func run(
        _ octets: Data, key: Data, vector: Data, tag: Data? = nil, encrypts: Bool,
        _ finish: (OpaquePointer, Data) -> Data?
    ) -> Data? {
        guard key.count * 8 == keyBits, vector.count == vectorSize, let count = Int32(exactly: octets.count),
            isAuthenticated || !octets.isEmpty, let cipher = EVP_CIPHER_fetch(OpenSSL.context, name, nil)
        else { return nil }
        defer { EVP_CIPHER_free(cipher) }
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        // This also clears the key.
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_CipherInit_ex2(context, cipher, Array(key), Array(vector), encrypts ? 1 : 0, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
        if var tag = tag.map(Array.init) {
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else { return nil }
        }
        let text = OpenSSL.writing(upTo: octets.count + Int(EVP_MAX_BLOCK_LENGTH)) { place, length in
            OpenSSL.reading(octets) { octets, _ in
                var (written, rest) = (Int32(0), Int32(0))
                // Without padding the end fails on an incomplete block. It also compares the tag.
                guard EVP_CipherUpdate(context, place, &written, octets, count) == 1,
                    EVP_CipherFinal_ex(context, place + Int(written), &rest) == 1
                else { return false }
                length = Int(written + rest)
                return true
            }
        }
        return text.flatMap { finish(context, $0) }
    }
}
