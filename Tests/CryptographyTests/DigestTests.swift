import Foundation
import TVSimCryptography
import Testing

@Suite("A digest") struct DigestTests {
    static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    static let longer =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

    /// FIPS 180-4, examples of NIST's Cryptographic Standards and Guidelines; RFC 1321, A.5; RFC 3174, 7.3.
    @Test(
        "is that of the standard's examples",
        arguments: [
            (Hash.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
            (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha1, long, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (.sha256, long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (
                .sha384, "abc",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha384, longer,
                "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039"
            ),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (
                .sha512, longer,
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                    + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
            ),
        ])
    func examples(_ hash: Hash, _ text: String, _ expected: String) {
        #expect(hash.digest(of: Data(text.utf8)) == Data(hexadecimal: expected))
    }

    @Test(
        "with a key is that of RFC 4231, 4.2, 4.3 and 4.7",
        arguments: [
            (
                Data(repeating: 0x0b, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Data("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Data(repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            // Python's hmac.new(b"", b"", "sha256").
            (Data(), "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ])
    func keyed(_ key: Data, _ text: String, _ expected: String) {
        #expect(Hash.sha256.authenticationCode(of: Data(text.utf8), key: key) == Data(hexadecimal: expected))
    }

    @Test("is the same in several threads at the same time")
    func threads() async {
        let expected = Hash.sha256.digest(of: Data("abc".utf8))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 1...8 {
                group.addTask { (1...500).allSatisfy { _ in Hash.sha256.digest(of: Data("abc".utf8)) == expected } }
            }
            for await agreed in group { #expect(agreed) }
        }
    }
}

extension Data {
    /// Reads hexadecimal digits.
    init(hexadecimal text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
