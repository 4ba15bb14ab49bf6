import Foundation
import TestSupport
import Testing

@testable import TVSimXMLSecurity

@Suite("A private RSA key that signs", .waitsForPrograms)
struct RSASigningKeyTests {
    @Test(
        "makes the same PKCS#1 signature as the openssl program, byte for byte",
        arguments: [
            (SignatureAlgorithm.rsaSHA1, "-sha1"), (.rsaSHA256, "-sha256"), (.rsaSHA384, "-sha384"),
            (.rsaSHA512, "-sha512"),
        ])
    func agrees(_ algorithm: SignatureAlgorithm, _ option: String) throws {
        #expect(try key().sign(octets, algorithm: algorithm) == signed(option))
    }

    @Test(
        "makes a different PSS signature each time, and the certificate verifies it",
        arguments: [SignatureAlgorithm.rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512])
    func salted(_ algorithm: SignatureAlgorithm) throws {
        let certificate = try TrustedCertificate(pem: TestKeys.provider.certificate)
        let key = try key()
        let signatures = try (1...2).map { _ in try key.sign(octets, algorithm: algorithm) }
        for signature in signatures {
            #expect(algorithm.isValidSignature(signature, for: octets, by: certificate))
        }
        #expect(signatures[0] != signatures[1])
    }

    @Test("makes the same signature with MD5 as the openssl program")
    func weakest() throws {
        #expect(try key().signByMD5(octets) == signed("-md5"))
    }

    @Test("makes the same signature with a key in PKCS#8 and in PKCS#1 format")
    func forms() throws {
        let converted = try OpenSSLProgram.run(
            ["pkcs8", "-topk8", "-nocrypt", "-in", "key", "-out", "out"],
            files: ["key": Data(TestKeys.provider.privateKey.utf8)])
        let newer = try RSASigningKey(pem: String(decoding: try #require(converted), as: UTF8.self))
        #expect(try newer.sign(octets) == key().sign(octets))
    }

    @Test("signs in several threads at the same time")
    func threads() async throws {
        let key = try key()
        let expected = try key.sign(octets)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...8 {
                group.addTask { try (1...20).allSatisfy { _ in try key.sign(octets) == expected } }
            }
            for try await agreed in group { #expect(agreed) }
        }
    }

    @Test("is refused if its numbers are invalid, if the text has two keys, or if it cannot make the signature")
    func refused() throws {
        let text = TestKeys.provider.privateKey
        let lines = text.split(separator: "\n").map(String.init)
        // Another letter in the middle is another prime.
        var changed = lines
        changed[15] = String(lines[15].reversed())
        #expect(failure { try RSASigningKey(pem: changed.joined(separator: "\n")) } == .key)
        #expect(failure { try RSASigningKey(pem: text + "\n" + text) } == .key)
        #expect(failure { try key().sign(octets, algorithm: .ecdsaSHA256) } == .key)
        #expect(
            failure { try RSASigningKey(pem: TestKeys.small.privateKey).sign(octets, algorithm: .rsaPSSSHA512) } == .key
        )
    }

    private let octets = Data("what is signed".utf8)

    /// Signs with the openssl program.
    private func signed(_ digest: String) throws -> Data? {
        try OpenSSLProgram.run(
            ["dgst", digest, "-sign", "key", "-out", "out", "message"],
            files: ["key": Data(TestKeys.provider.privateKey.utf8), "message": octets])
    }

    private func key() throws -> RSASigningKey {
        try RSASigningKey(pem: TestKeys.provider.privateKey)
    }
}
