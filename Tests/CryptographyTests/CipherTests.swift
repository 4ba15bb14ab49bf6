import Foundation
import TVSimCryptography
import Testing

@Suite("A cipher") struct CipherTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let cipher: BlockCipher
        let key: String
        let vector: String
        let plain: String
        let encrypted: String
        var testDescription: String { "\(cipher), \(plain.count / 2) bytes" }
    }

    private static let zeros = String(repeating: "0", count: 64)
    private static let counted = "000102030405060708090a0b0c0d0e0f"
    private static let block = "6bc1bee22e409f96e93d7e117393172a"

    /// The examples of the standards.
    ///
    /// The Galois/Counter Mode of Operation (McGrew, Viega; submitted to NIST), test cases 1, 2, 7, 8, 13 and 14. NIST
    /// SP 800-38A, F.2. NIST SP 800-67, appendix B: with a vector of zeros, the first block of CBC is that of ECB.
    static let examples = counter + blocks

    private static let counter = [
        (128, 0, "58e2fccefa7e3061367f1d57a4e7455a"),
        (128, 32, "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"),
        (192, 0, "cd33b28ac773f74ba00ed1f312572435"),
        (192, 32, "98e7247c07f0fe411c267e4384b0f6002ff58d80033927ab8ef4d4587514f0fb"),
        (256, 0, "530f8afbc74536b9a963b4f1c4cb738b"),
        (256, 32, "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
    ].map { bits, digits, encrypted in
        Example(
            cipher: .aesGCM(keyBits: bits), key: String(zeros.prefix(bits / 4)), vector: String(zeros.prefix(24)),
            plain: String(zeros.prefix(digits)), encrypted: encrypted)
    }

    private static let blocks = [
        Example(
            cipher: .aesCBC(keyBits: 128), key: "2b7e151628aed2a6abf7158809cf4f3c", vector: counted, plain: block,
            encrypted: "7649abac8119b246cee98e9b12e9197d"),
        Example(
            cipher: .aesCBC(keyBits: 192), key: "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", vector: counted,
            plain: block, encrypted: "4f021db243bc633d7178183a9fa071e8"),
        Example(
            cipher: .aesCBC(keyBits: 256),
            key: "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", vector: counted, plain: block,
            encrypted: "f58c4c04d6e5f1ba779eabfb5f7bfbd6"),
        Example(
            cipher: .tripleDESCBC, key: "0123456789abcdef23456789abcdef01456789abcdef0123",
            vector: String(zeros.prefix(16)), plain: "5468652071756663", encrypted: "a826fd8ce53b855f"),
    ]

    @Test("encrypts and decrypts as the standard's examples", arguments: examples)
    func example(_ example: Example) {
        let (key, vector) = (Data(hexadecimal: example.key), Data(hexadecimal: example.vector))
        let (plain, encrypted) = (Data(hexadecimal: example.plain), Data(hexadecimal: example.encrypted))
        #expect(example.cipher.encrypt(plain, key: key, vector: vector) == encrypted)
        #expect(example.cipher.decrypt(encrypted, key: key, vector: vector) == plain)
    }

    @Test(
        "refuses a key, vector or text of another size, and a changed text if it is authenticated", arguments: examples)
    func refused(_ example: Example) {
        let (key, vector) = (Data(hexadecimal: example.key), Data(hexadecimal: example.vector))
        let encrypted = Data(hexadecimal: example.encrypted)
        let cipher = example.cipher
        for octets in [key.dropLast(), Data(), key + key] {
            #expect(cipher.decrypt(encrypted, key: octets, vector: vector) == nil)
        }
        for octets in [vector.dropLast(), Data(), vector + vector] {
            #expect(cipher.decrypt(encrypted, key: key, vector: octets) == nil)
        }
        for count in 0..<encrypted.count {
            #expect(cipher.decrypt(encrypted.prefix(count), key: key, vector: vector) == nil)
        }
        guard case .aesGCM = cipher else { return }
        for place in encrypted.indices {
            var changed = encrypted
            changed[place] ^= 1
            #expect(cipher.decrypt(changed, key: key, vector: vector) == nil)
        }
    }

    @Test("gets random bytes of any number, never the same")
    func random() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(Set((1...8).map { _ in SecureRandom.bytes(24) }).count == 8)
        #expect(SecureRandom.bytes(24).count == 24)
    }
}
