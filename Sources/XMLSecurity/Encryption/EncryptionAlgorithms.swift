import Foundation
import TVSimCryptography

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

    /// The cipher without its identifier.
    private var cipher: BlockCipher {
        switch self {
        case .aes256GCM: .aesGCM(keyBits: 256)
        case .aes192GCM: .aesGCM(keyBits: 192)
        case .aes128GCM: .aesGCM(keyBits: 128)
        case .aes256CBC: .aesCBC(keyBits: 256)
        case .aes192CBC: .aesCBC(keyBits: 192)
        case .aes128CBC: .aesCBC(keyBits: 128)
        case .tripleDESCBC: .tripleDESCBC
        }
    }

    /// The size of the key in bits.
    package var keyBits: Int { cipher.keyBits }

    /// Whether a changed ciphertext is detected.
    var isAuthenticated: Bool {
        switch self {
        case .aes128GCM, .aes192GCM, .aes256GCM: true
        case .aes128CBC, .aes192CBC, .aes256CBC, .tripleDESCBC: false
        }
    }

    /// Whether the algorithm is accepted only if allowed by name.
    package var isLegacy: Bool { self == .tripleDESCBC }

    /// The size of a block of CBC in bytes, which is also that of its initialisation vector.
    private var blockSize: Int { cipher.vectorSize }

    /// Encrypts bytes; the result starts with the initialisation vector (XML Encryption 1.1, 5.2).
    ///
    /// - Parameters:
    ///   - octets: The plaintext.
    ///   - key: The key.
    ///   - vector: 16 bytes, of which the first are the initialisation vector.
    /// - Returns: The initialisation vector and the ciphertext.
    /// - Throws: ``XMLError`` with `encryption` if the key has another size, or the vector is too short.
    func encrypt(_ octets: Data, key: Data, vector: Data) throws(XMLError) -> Data {
        let vector = vector.prefix(cipher.vectorSize)
        var padded = octets
        if !isAuthenticated {
            let count = blockSize - octets.count % blockSize
            padded += Data(repeating: UInt8(count), count: count)
        }
        guard let encrypted = cipher.encrypt(padded, key: key, vector: vector) else {
            throw XMLError(.encryption, "The content cannot be encrypted.")
        }
        return vector + encrypted
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

    /// Decrypts bytes; `nil` if the decryption fails, whose reason must not be reported.
    func decrypt(_ octets: Data, key: Data) -> Data? {
        let size = cipher.vectorSize
        let text = cipher.decrypt(octets.dropFirst(size), key: key, vector: octets.prefix(size))
        guard !isAuthenticated, let text else { return text }
        // Only the last byte of the padding is defined (XML Encryption 1.1, 5.2.2); the others are arbitrary.
        guard let count = text.last.map(Int.init), (1...blockSize).contains(count), count <= text.count else {
            return nil
        }
        return text.dropLast(count)
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

    /// How RSA encrypts the key.
    var padding: RSAEncryptionPadding {
        switch self {
        case .oaep: .oaep(.sha1, mask: .sha1)
        case .oaepSHA256: .oaep(.sha256, mask: .sha256)
        case .legacyPKCS1: .pkcs1
        }
    }

    static let maskGenerationSHA256 = XMLNamespace.encryption11 + "mgf1sha256"
    /// The digests of the mask by the identifiers of XML Encryption 1.1, 5.5.2, without SHA-224.
    static let maskGenerations: [String: Hash] = [
        XMLNamespace.encryption11 + "mgf1sha1": .sha1, maskGenerationSHA256: .sha256,
        XMLNamespace.encryption11 + "mgf1sha384": .sha384, XMLNamespace.encryption11 + "mgf1sha512": .sha512,
    ]

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
