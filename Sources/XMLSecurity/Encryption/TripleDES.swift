import COpenSSL
import Crypto
import Foundation

/// Triple DES in CBC mode, with OpenSSL; Swift Crypto does not have it.
///
/// XML Encryption 1.1, 5.2.1.
enum TripleDES {
    /// The size of a block and of the initialisation vector in bytes.
    static let blockSize = 8
    private static let keySize = 24

    /// Encrypts bytes with padding.
    ///
    /// - Parameters:
    ///   - octets: The plaintext.
    ///   - key: The key, 24 bytes.
    ///   - vector: The initialisation vector, of which the first 8 bytes are used; `nil` for a new random one.
    /// - Returns: The initialisation vector and the ciphertext.
    /// - Throws: ``XMLError`` with `encryption` if the key has another size, or the vector is too short.
    static func encrypt(_ octets: Data, key: SymmetricKey, vector: Data?) throws(XMLError) -> Data {
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: blockSize * 8)).withUnsafeBytes { Data($0) }
        let iv = vector?.prefix(blockSize) ?? random
        let padding = blockSize - octets.count % blockSize
        let padded = octets + Data(repeating: UInt8(padding), count: padding)
        return Data(iv) + (try transform(padded, key: key, vector: Data(iv), encrypts: true))
    }

    /// Decrypts bytes that start with the initialisation vector, and returns them with their padding.
    ///
    /// - Throws: ``XMLError`` with `encryption` if the bytes are not a sequence of blocks, or the key has another size.
    static func decryptBlocks(_ octets: Data, key: SymmetricKey) throws(XMLError) -> Data {
        try transform(
            Data(octets.dropFirst(blockSize)), key: key, vector: Data(octets.prefix(blockSize)), encrypts: false)
    }

    private static func transform(
        _ blocks: Data, key: SymmetricKey, vector: Data, encrypts: Bool
    ) throws(XMLError) -> Data {
        let failure = XMLError(.encryption, "Triple DES fails.")
        let key = key.withUnsafeBytes { Data($0) }
        guard key.count == keySize, vector.count == blockSize, blocks.count.isMultiple(of: blockSize),
            !blocks.isEmpty, let length = Int32(exactly: blocks.count),
            let cipher = EVP_CIPHER_fetch(OpenSSL.context, "DES-EDE3-CBC", nil)
        else { throw failure }
        defer { EVP_CIPHER_free(cipher) }
        guard let context = EVP_CIPHER_CTX_new() else { throw failure }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_CipherInit_ex2(context, cipher, Array(key), Array(vector), encrypts ? 1 : 0, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { throw failure }
        var result = [UInt8](repeating: 0, count: blocks.count + blockSize)
        var written: Int32 = 0
        guard EVP_CipherUpdate(context, &result, &written, Array(blocks), length) == 1, written == length else {
            throw failure
        }
        return Data(result.prefix(Int(written)))
    }
}
