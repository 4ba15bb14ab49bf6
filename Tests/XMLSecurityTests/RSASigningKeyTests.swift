import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import XMLSecurity

@Suite("A private RSA key that signs", .waitsForPrograms)
struct RSASigningKeyTests {
    @Test(
        "makes the same PKCS#1 signature as another library, byte for byte",
        arguments: [SignatureAlgorithm.rsaSHA1, .rsaSHA256, .rsaSHA384, .rsaSHA512])
    func agrees(_ algorithm: SignatureAlgorithm) throws {
        let theirs = try _RSA.Signing.PrivateKey(pemRepresentation: TestKeys.provider.privateKey)
        let expected = try algorithm.digest.withDigest(of: octets) {
            try theirs.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
        }
        #expect(try key().sign(octets, algorithm: algorithm) == expected)
    }

    @Test(
        "makes a different PSS signature each time, and another library verifies it",
        arguments: [SignatureAlgorithm.rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512])
    func salted(_ algorithm: SignatureAlgorithm) throws {
        let theirs = try _RSA.Signing.PrivateKey(pemRepresentation: TestKeys.provider.privateKey).publicKey
        let key = try key()
        let signatures = try (1...2).map { _ in try key.sign(octets, algorithm: algorithm) }
        for signature in signatures {
            #expect(
                algorithm.digest.withDigest(of: octets) {
                    theirs.isValidSignature(.init(rawRepresentation: signature), for: $0, padding: .PSS)
                })
        }
        #expect(signatures[0] != signatures[1])
    }

    @Test("makes the same signature with MD5 as the openssl program")
    func weakest() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (pem, message) = (folder.appending(path: "key.pem"), folder.appending(path: "message"))
        try Data(TestKeys.provider.privateKey.utf8).write(to: pem)
        try octets.write(to: message)
        let signed = folder.appending(path: "signature")
        let made = try Tool.run(
            "openssl", ["dgst", "-md5", "-sign", pem.path, "-out", signed.path, message.path])
        try #require(made.status == 0, "\(made.error)")
        #expect(try key().signByMD5(octets) == Data(contentsOf: signed))
    }

    @Test("makes the same signature with a key in PKCS#8 and in PKCS#1 format")
    func forms() throws {
        let read = try _RSA.Signing.PrivateKey(pemRepresentation: TestKeys.provider.privateKey)
        let signatures = try [read.pemRepresentation, read.pkcs8PEMRepresentation].map {
            try RSASigningKey(pem: $0).sign(octets)
        }
        #expect(signatures[0] == signatures[1])
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

    private func key() throws -> RSASigningKey {
        try RSASigningKey(pem: TestKeys.provider.privateKey)
    }
}
