import Foundation
import TestSupport
import Testing

@testable import TVSimCryptography

@Suite("A key") struct KeyTests {
    private let message = Data("what is signed".utf8)

    private func key() throws -> RSAPrivateKey { try #require(RSAPrivateKey(pem: TestKeys.provider.privateKey)) }

    static let schemes = [SignatureScheme.rsaPKCS1, .rsaPSS].flatMap { scheme in
        [("sha1", Hash.sha1), ("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512)].map {
            (scheme, $0.0, $0.1)
        }
    }

    @Test("makes RSA signatures that openssl verifies, and verifies those of openssl", arguments: schemes)
    func signs(_ scheme: SignatureScheme, _ name: String, _ hash: Hash) throws {
        let key = try key()
        let digest = hash.digest(of: message)
        let publicPEM = try #require(key.publicKey.pem)
        let signature = try #require(key.sign(digest, hash, scheme))
        let options =
            scheme == .rsaPKCS1
            ? [] : ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]
        var files = [
            "key": Data(TestKeys.provider.privateKey.utf8), "public": Data(publicPEM.utf8),
            "signature": signature, "message": message,
        ]
        let verify = ["dgst", "-\(name)", "-verify", "public", "-signature", "signature"] + options + ["message"]
        #expect(try OpenSSLProgram.run(verify, files: files) != nil)
        let theirs = try #require(
            try OpenSSLProgram.run(
                ["dgst", "-\(name)", "-sign", "key", "-out", "out"] + options + ["message"], files: files))
        #expect(scheme == .rsaPSS || theirs == signature)
        #expect(key.publicKey.isValidSignature(theirs, for: digest, hash, scheme))
        // Nothing else is verified.
        files["message"] = message + message
        #expect(try OpenSSLProgram.run(verify, files: files) == nil)
        let other: SignatureScheme = scheme == .rsaPSS ? .rsaPKCS1 : .rsaPSS
        for (changed, scheme) in [(theirs, other), (theirs, .ecdsa), (theirs.dropLast(), scheme), (Data(), scheme)] {
            #expect(!key.publicKey.isValidSignature(changed, for: digest, hash, scheme))
        }
        let wrong: Hash = hash == .sha256 ? .sha512 : .sha256
        #expect(!key.publicKey.isValidSignature(theirs, for: wrong.digest(of: message), wrong, scheme))
        #expect(!key.publicKey.isValidSignature(theirs, for: Data(), hash, scheme))
    }

    @Test("does not verify a PSS signature whose salt is shorter than the digest")
    func shortSalt() throws {
        let files = ["key": Data(TestKeys.provider.privateKey.utf8), "message": message]
        let options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:8"]
        let signature = try #require(
            try OpenSSLProgram.run(
                ["dgst", "-sha256", "-sign", "key", "-out", "out"] + options + ["message"], files: files))
        let digest = Hash.sha256.digest(of: message)
        #expect(try !key().publicKey.isValidSignature(signature, for: digest, .sha256, .rsaPSS))
    }

    @Test(
        "on a curve verifies the two numbers of openssl's signature, and not its DER",
        arguments: [(TestKeys.prime256v1, 32), (TestKeys.secp384r1, 48), (TestKeys.secp521r1, 66)])
    func curves(_ pair: TestKeyPair, _ octets: Int) throws {
        let key = try #require(Certificate(pem: pair.certificate)?.publicKey)
        #expect(key.kind == .curve(octets: octets) && key.rsaBits == nil && key.rsaNumbers == nil)
        let signature = try #require(
            try OpenSSLProgram.signByECDSA(message, privateKeyPEM: pair.privateKey, coordinate: octets))
        let digest = Hash.sha256.digest(of: message)
        #expect(key.isValidSignature(signature, for: digest, .sha256, .ecdsa))
        #expect(!key.isValidSignature(signature, for: digest, .sha256, .rsaPKCS1))
        #expect(!key.isValidSignature(signature, for: Hash.sha256.digest(of: Data()), .sha256, .ecdsa))
        for count in 0..<signature.count {
            #expect(!key.isValidSignature(signature.prefix(count), for: digest, .sha256, .ecdsa))
        }
        #expect(!key.isValidSignature(Data(count: 2 * octets), for: digest, .sha256, .ecdsa))
        let largest = Data(repeating: 255, count: 2 * octets)
        #expect(!key.isValidSignature(largest, for: digest, .sha256, .ecdsa))
        #expect(key.encrypt(message, .pkcs1) == nil)
    }

    @Test(
        "decrypts what openssl encrypts, and openssl what it encrypts",
        arguments: [
            RSAEncryptionPadding.oaep(.sha1, mask: .sha1), .oaep(.sha256, mask: .sha256), .oaep(.sha256, mask: .sha1),
            .oaep(.sha512, mask: .sha1), .oaep(.sha512, mask: .sha512), .pkcs1,
        ])
    func encrypts(_ padding: RSAEncryptionPadding) throws {
        let key = try key()
        let options: [String]
        switch padding {
        case .oaep(let hash, let mask):
            options = [
                "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:\(hash)", "-pkeyopt",
                "rsa_mgf1_md:\(mask)",
            ]
        case .pkcs1: options = ["-pkeyopt", "rsa_padding_mode:pkcs1"]
        }
        let publicPEM = try #require(key.publicKey.pem)
        let encrypted = try #require(key.publicKey.encrypt(message, padding))
        #expect(encrypted != key.publicKey.encrypt(message, padding))
        let files = [
            "key": Data(TestKeys.provider.privateKey.utf8), "public": Data(publicPEM.utf8),
            "message": message, "encrypted": encrypted,
        ]
        let decrypt = ["pkeyutl", "-decrypt", "-inkey", "key", "-in", "encrypted", "-out", "out"] + options
        #expect(try OpenSSLProgram.run(decrypt, files: files) == message)
        let encrypt = ["pkeyutl", "-encrypt", "-pubin", "-inkey", "public", "-in", "message", "-out", "out"] + options
        let theirs = try #require(try OpenSSLProgram.run(encrypt, files: files))
        #expect(key.decrypt(theirs, padding) == message)
        #expect(key.decrypt(theirs.dropLast(), padding) != message && key.decrypt(Data(), padding) != message)
        #expect(key.decrypt(theirs, padding == .pkcs1 ? .oaep(.sha1, mask: .sha1) : .pkcs1) != message)
        #expect(key.publicKey.encrypt(Data(count: 256), padding) == nil)
    }

    @Test("is read in each form, and written as openssl writes it")
    func forms() throws {
        let files = ["key": Data(TestKeys.provider.privateKey.utf8)]
        func written(_ arguments: [String]) throws -> String {
            let output = try #require(try OpenSSLProgram.run(arguments, files: files))
            return String(decoding: output, as: UTF8.self)
        }
        let key = try key()
        let theirs = try written(["rsa", "-in", "key", "-pubout", "-out", "out"])
        #expect(key.publicKey.pem.map { $0 + "\n" } == theirs)
        let older = try written(["rsa", "-in", "key", "-RSAPublicKey_out", "-out", "out"])
        #expect(PublicKey(pem: older)?.der == key.publicKey.der)
        let digest = Hash.sha256.digest(of: message)
        let newer = try written(["pkcs8", "-topk8", "-nocrypt", "-in", "key", "-out", "out"])
        #expect(RSAPrivateKey(pem: newer)?.sign(digest, .sha256, .rsaPKCS1) == key.sign(digest, .sha256, .rsaPKCS1))
        let locked = try written(["pkcs8", "-topk8", "-passout", "pass:x", "-in", "key", "-out", "out"])
        #expect(RSAPrivateKey(pem: locked) == nil)
        let numbers = try #require(key.publicKey.rsaNumbers)
        #expect(PublicKey(modulus: numbers.modulus, exponent: numbers.exponent)?.der == key.publicKey.der)
    }

    @Test("of the kind RSA-PSS is read as an RSA key")
    func pssKey() throws {
        let pem = try #require(
            try OpenSSLProgram.run(["genpkey", "-algorithm", "RSA-PSS", "-out", "out"], files: [:]))
        let certificate = try #require(
            try OpenSSLProgram.run(
                ["req", "-x509", "-new", "-key", "key", "-subj", "/CN=pss", "-out", "out"], files: ["key": pem]))
        let key = try #require(Certificate(pem: String(decoding: certificate, as: UTF8.self))?.publicKey)
        #expect(key.rsaBits == 2048)
        let options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]
        let signature = try #require(
            try OpenSSLProgram.run(
                ["dgst", "-sha256", "-sign", "key", "-out", "out"] + options + ["message"],
                files: ["key": pem, "message": message]))
        #expect(key.isValidSignature(signature, for: Hash.sha256.digest(of: message), .sha256, .rsaPSS))
    }
}
