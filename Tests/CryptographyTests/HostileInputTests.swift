import Foundation
import TestSupport
import Testing

@testable import TVSimCryptography

@Suite("Hostile keys and certificates") struct HostileInputTests {
    @Test(
        "of a weak or unsupported kind are refused",
        arguments: [
            (["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:512", "-out", "out"]),
            (["genpkey", "-algorithm", "ED25519", "-out", "out"]),
            (["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1", "-out", "out"]),
            ([
                "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt",
                "ec_param_enc:explicit", "-out", "out",
            ]),
        ])
    func kinds(_ arguments: [String]) throws {
        let key = try #require(try OpenSSLProgram.run(arguments, files: [:]))
        let text = String(decoding: key, as: UTF8.self)
        #expect(RSAPrivateKey(pem: text) == nil && CurvePrivateKey(pem: text) == nil)
        let publicKey = try #require(
            try OpenSSLProgram.run(["pkey", "-in", "key", "-pubout", "-out", "out"], files: ["key": key]))
        #expect(PublicKey(pem: String(decoding: publicKey, as: UTF8.self)) == nil)
    }

    @Test("with impossible numbers are refused")
    func numbers() throws {
        let modulus = try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey)?.publicKey.rsaNumbers).modulus
        let odd = Data([1, 0, 1])
        #expect(PublicKey(modulus: modulus, exponent: odd) != nil)
        for exponent in [Data(), Data([0]), Data([1]), Data([2]), Data(repeating: 255, count: 5)] {
            #expect(PublicKey(modulus: modulus, exponent: exponent) == nil)
        }
        var even = modulus
        even[even.endIndex - 1] &= 254
        for modulus in [Data(), Data([3]), even, modulus.prefix(127), Data(repeating: 255, count: 2049)] {
            #expect(PublicKey(modulus: modulus, exponent: odd) == nil)
        }
    }

    @Test("with a private number that does not belong to the others are refused")
    func inconsistent() throws {
        let der = try #require(PEM.block(in: TestKeys.provider.privateKey)).octets
        #expect(RSAPrivateKey(pem: PEM.text("RSA PRIVATE KEY", der)) != nil)
        // Each byte is a part of a number, or of the frame around them.
        for place in stride(from: 0, to: der.count, by: 7) {
            var changed = der
            changed[changed.startIndex + place] ^= 2
            #expect(RSAPrivateKey(pem: PEM.text("RSA PRIVATE KEY", changed)) == nil, "byte \(place)")
        }
    }

    @Test("that are truncated or followed by other bytes are refused, and do not crash")
    func truncated() throws {
        let key = try #require(PEM.block(in: TestKeys.provider.privateKey)).octets
        let certificate = try #require(PEM.block(in: TestKeys.prime256v1.certificate)).octets
        let info = try #require(Certificate(der: certificate)).subjectPublicKeyInfo
        for count in 0..<certificate.count { #expect(Certificate(der: certificate.prefix(count)) == nil) }
        for count in 0..<info.count { #expect(PublicKey(der: info.prefix(count)) == nil) }
        for count in 0..<key.count { #expect(RSAPrivateKey(pem: PEM.text("PRIVATE KEY", key.prefix(count))) == nil) }
        #expect(Certificate(der: certificate + [0]) == nil && PublicKey(der: info + [0]) == nil)
        #expect(RSAPrivateKey(pem: PEM.text("RSA PRIVATE KEY", key + [0])) == nil)
    }

    @Test("with any changed byte do not crash")
    func changed() throws {
        let certificate = try #require(PEM.block(in: TestKeys.prime256v1.certificate)).octets
        for place in certificate.indices {
            for change in [1, 0x80, 0xff] as [UInt8] {
                var changed = certificate
                changed[place] ^= change
                _ = Certificate(der: changed)
                _ = PublicKey(der: changed)
            }
        }
    }

    @Test(
        "in a text that is no PEM are refused",
        arguments: [
            "", "-----BEGIN ", "-----BEGIN X-----", "-----BEGIN X-----\n-----END Y-----",
            "-----BEGIN X-----\n!\n-----END X-----",
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", TestKeys.provider.certificate,
        ])
    func texts(_ text: String) {
        #expect(RSAPrivateKey(pem: text) == nil && PublicKey(pem: text) == nil && CurvePrivateKey(pem: text) == nil)
    }
}
