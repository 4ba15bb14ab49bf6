import Crypto
import CryptoExtras
import Foundation

/// The algorithms for encrypting content, by their identifiers in XML Encryption 1.1, 5.2.
package enum ContentEncryption: String, Sendable, CaseIterable {
    /// Authenticated: a changed ciphertext is detected. The default.
    case aes256GCM = "http://www.w3.org/2009/xmlenc11#aes256-gcm"
    /// Authenticated, with a key of 192 bits.
    case aes192GCM = "http://www.w3.org/2009/xmlenc11#aes192-gcm"
    /// Authenticated, with a key of 128 bits.
    case aes128GCM = "http://www.w3.org/2009/xmlenc11#aes128-gcm"
    /// Not authenticated; used by most messages in practice.
    case aes256CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
    /// Not authenticated, with a key of 192 bits.
    case aes192CBC = "http://www.w3.org/2001/04/xmlenc#aes192-cbc"
    /// Not authenticated, with a key of 128 bits.
    case aes128CBC = "http://www.w3.org/2001/04/xmlenc#aes128-cbc"
    /// Triple DES with three keys (XML Encryption 1.1, 5.2.1); its blocks of 64 bits are too small (Sweet32, 2016), and
    /// it is accepted only if allowed by name.
    case tripleDESCBC = "http://www.w3.org/2001/04/xmlenc#tripledes-cbc"

    /// The size of the key in bits.
    package var keyBits: Int {
        switch self {
        case .aes128GCM, .aes128CBC: 128
        case .aes192GCM, .aes192CBC, .tripleDESCBC: 192
        case .aes256GCM, .aes256CBC: 256
        }
    }

    private var isAuthenticated: Bool {
        switch self {
        case .aes128GCM, .aes192GCM, .aes256GCM: true
        case .aes128CBC, .aes192CBC, .aes256CBC, .tripleDESCBC: false
        }
    }

    /// Whether the algorithm is accepted only if allowed by name.
    package var isLegacy: Bool { self == .tripleDESCBC }

    /// The size of a block of CBC in bytes.
    private var blockSize: Int { self == .tripleDESCBC ? TripleDES.blockSize : 16 }

    /// Encrypts bytes; the result starts with the initialisation vector (XML Encryption 1.1, 5.2).
    ///
    /// - Throws: If the key has another size, or the given vector is too short.
    func encrypt(_ octets: Data, key: SymmetricKey, vector: Data?) throws -> Data {
        if isAuthenticated {
            let nonce = try vector.map { try AES.GCM.Nonce(data: $0.prefix(12)) } ?? AES.GCM.Nonce()
            guard let sealed = try AES.GCM.seal(octets, using: key, nonce: nonce).combined else {
                throw XMLError(.encryption, "The content cannot be encrypted.")
            }
            return sealed
        }
        if self == .tripleDESCBC { return try TripleDES.encrypt(octets, key: key, vector: vector) }
        let iv = try vector.map { try AES._CBC.IV(ivBytes: Array($0.prefix(16))) } ?? AES._CBC.IV()
        return Data(iv) + (try AES._CBC.encrypt(octets, using: key, iv: iv))
    }

    /// Flips one bit of the ciphertext, so that decryption fails.
    func corrupt(_ octets: inout Data) {
        if isAuthenticated {
            octets[octets.endIndex - 1] ^= 1
        } else {
            // A bit of one block changes the same bit of the next block's plaintext, whose last byte is the length of
            // the padding.
            octets[octets.endIndex - 1 - blockSize] ^= 0x80
        }
    }

    /// Decrypts bytes.
    ///
    /// - Throws: If the decryption fails; the caller must not report the reason.
    func decrypt(_ octets: Data, key: SymmetricKey) throws -> Data {
        if isAuthenticated { return try AES.GCM.open(AES.GCM.SealedBox(combined: octets), using: key) }
        let padded = try decryptBlocks(octets, key: key)
        // Only the last byte of the padding is defined (XML Encryption 1.1, 5.2.2); the others are arbitrary.
        guard let count = padded.last.map(Int.init), (1...blockSize).contains(count), count <= padded.count else {
            throw XMLError(.encryption, "The padding is invalid.")
        }
        return padded.dropLast(count)
    }

    /// Decrypts blocks of CBC, and returns them with their padding.
    private func decryptBlocks(_ octets: Data, key: SymmetricKey) throws -> Data {
        if self == .tripleDESCBC { return try TripleDES.decryptBlocks(octets, key: key) }
        let iv = try AES._CBC.IV(ivBytes: Array(octets.prefix(16)))
        return try AES._CBC.decrypt(octets.dropFirst(16), using: key, iv: iv, noPadding: true)
    }
}

/// The algorithms for encrypting the content's key for a recipient.
///
/// XML Encryption 1.1, 5.5.
package enum KeyTransport: String, Sendable, CaseIterable {
    /// RSA-OAEP with SHA-1 and MGF1 with SHA-1, the default of XML Encryption 1.1, 5.5.2.
    case oaep = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"
    /// RSA-OAEP with SHA-256 and MGF1 with SHA-256.
    case oaepSHA256 = "http://www.w3.org/2009/xmlenc11#rsa-oaep"
    /// RSA PKCS#1 v1.5 (XML Encryption 1.1, 5.5.1); broken since Bleichenbacher 1998 and accepted only if allowed by
    /// name.
    case legacyPKCS1 = "http://www.w3.org/2001/04/xmlenc#rsa-1_5"

    var padding: _RSA.Encryption.Padding {
        switch self {
        case .oaep: .PKCS1_OAEP
        case .oaepSHA256: .PKCS1_OAEP_SHA256
        case .legacyPKCS1: ._WEAK_AND_INSECURE_PKCS_V1_5
        }
    }

    static let maskGenerationSHA1 = XMLNamespace.encryption11 + "mgf1sha1"
    static let maskGenerationSHA256 = XMLNamespace.encryption11 + "mgf1sha256"

    /// The contents of the `EncryptionMethod` element of this transport.
    var parameters: String {
        switch self {
        case .oaep: #"<ds:DigestMethod Algorithm="\#(DigestAlgorithm.sha1.rawValue)"></ds:DigestMethod>"#
        case .oaepSHA256:
            #"<ds:DigestMethod Algorithm="\#(DigestAlgorithm.sha256.rawValue)"></ds:DigestMethod>"#
                + #"<xenc11:MGF xmlns:xenc11="\#(XMLNamespace.encryption11)""#
                + #" Algorithm="\#(Self.maskGenerationSHA256)"></xenc11:MGF>"#
        case .legacyPKCS1: ""
        }
    }
}
