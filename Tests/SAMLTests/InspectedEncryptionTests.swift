import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// What the inspection and the validation of an encrypted response show.
struct InspectedEncryptionTests {
    private static func decryptor(_ key: TestKeyPair = EncryptionTests.recipient) throws -> Decryptor {
        Decryptor(keys: try DecryptionKey.all(pem: key.privateKey), allowsLegacy: true)
    }

    private static let algorithms = [
        "http://www.w3.org/2009/xmlenc11#aes256-gcm", "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    ]

    /// An encrypted response whose `EncryptedKey` shows the certificate of the recipient.
    private static func response() throws -> String {
        let certificate = try TrustedCertificate(pem: EncryptionTests.recipient.certificate)
        let method = "</xenc:EncryptionMethod>"
        return try EncryptionTests.response(EncryptionTests.recipe()).replacing(
            method + "<xenc:CipherData>",
            method + "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate.derBytes.base64EncodedString())"
                + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo><xenc:CipherData>")
    }

    @Test("shows the algorithms and the certificate of the recipient without a key, and the content with it")
    func inspection() throws {
        let xml = Data(try Self.response().utf8)
        let closed = try ResponseInspection(pasted: xml)
        let encryption = try #require(closed.encryptions?.first)
        #expect(closed.encryptedAssertions == 1 && closed.assertions.isEmpty && closed.signatures.isEmpty)
        #expect(encryption.element == "EncryptedAssertion" && encryption.failure == nil && encryption.keys.count == 1)
        #expect([encryption.algorithm, encryption.keys.first?.algorithm] == Self.algorithms)
        let shown = try TrustedCertificate(pem: EncryptionTests.recipient.certificate).fingerprint
        #expect(encryption.keys.first?.certificates.map(\.fingerprint) == [shown])
        #expect(closed.outline.contains("  Encryption of EncryptedAssertion\n    Algorithm: \(Self.algorithms[0])\n"))
        #expect(!closed.outline.contains("alice"))

        let open = try ResponseInspection(pasted: xml, decryptor: Self.decryptor())
        #expect(open.encryptedAssertions == 1 && open.encryptions == closed.encryptions)
        #expect(open.assertions.map(\.nameID) == ["alice"] && open.assertions.map(\.parent) == ["EncryptedAssertion"])
        #expect(open.signatures.map(\.parent) == ["Assertion"])
        let json = try JSONEncoder().encode(open)
        #expect(try JSONDecoder().decode(ResponseInspection.self, from: json) == open)
    }

    @Test("says why a key does not decrypt, and shows the rest")
    func wrongKey() throws {
        let xml = Data(try Self.response().utf8)
        let inspection = try ResponseInspection(pasted: xml, decryptor: Self.decryptor(TestKeys.provider))
        #expect(inspection.assertions.isEmpty && inspection.issuer == SAMLWorld.issuer)
        #expect(inspection.encryptions?.first?.failure?.contains("cannot be decrypted with the given key") == true)
        #expect(inspection.outline.contains("    Not decrypted: "))
    }

    @Test("has no encryptions for a plain response")
    func plain() throws {
        let inspection = try ResponseInspection(
            pasted: Data(SAMLWorld.response().utf8), decryptor: Self.decryptor())
        #expect(inspection.encryptions == nil && inspection.assertions.map(\.parent) == ["Response"])
    }

    @Test("reports the encryption of a valid response, and names the recipient if no key is given")
    func validation() throws {
        let xml = try Self.response()
        let response = try #require(try EncryptionTests.judge(xml).verified)
        #expect(response.isEncrypted && response.encryption?.algorithm == Self.algorithms[0])
        #expect(try SAMLWorld.judge(SAMLWorld.response()).verified?.encryption == nil)
        let refused = try SAMLWorld.judge(xml).failures
        let fingerprint = try TrustedCertificate(pem: EncryptionTests.recipient.certificate).fingerprint
        #expect(refused.map(\.policy) == [.encryption] && refused.map(\.acceptedBy) == [.decryptionKey])
        let reason = refused.map(\.reason).joined()
        let silent = try SAMLWorld.judge(EncryptionTests.response(EncryptionTests.recipe())).failures
        #expect(silent.map(\.reason).joined().contains("for a recipient that it does not name), and the reader has no"))
        #expect(
            reason.contains("(aes256-gcm, key by rsa-oaep-mgf1p for the certificate CN=")
                && reason.contains(fingerprint))
    }

    @Test(
        "a defect of the signed assertion acts inside of its encryption, and violates the same policy",
        arguments: [
            ("tampered", ValidationFailure.Policy.signature), ("emptySignature", .structure),
            ("twoSignedInfos", .structure), ("commentInDigestValue", .structure), ("twoSignatures", .structure),
            ("signatureAtEnd", .structure),
        ])
    func defectsInside(name: String, policy: ValidationFailure.Policy) throws {
        let defect = try #require(ResponseDefect(rawValue: name))
        let plain = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defects: [defect])?.xml)
        #expect(try SAMLWorld.policies(plain) == [policy])
        let xml = try EncryptionTests.response(EncryptionTests.recipe(), defects: [defect])
        #expect(!xml.contains("<saml:Assertion ") && !xml.contains("ds:SignatureValue"))
        #expect(try EncryptionTests.policies(xml) == [policy])
    }

    @Test("a defect of the message acts on the message, also beside one of the assertion")
    func defectsOutside() throws {
        let strange = try #require(ResponseDefect(rawValue: "strangeID"))
        let outside = try EncryptionTests.response(EncryptionTests.recipe(), defects: [strange])
        #expect(try EncryptionTests.policies(outside) == [.identifier])
        let both = try EncryptionTests.response(EncryptionTests.recipe(), defects: [.tampered, strange])
        #expect(both.contains("ID=\"_a&apos;") || both.contains("ID=\"_a&#39;") || both.contains("ID=\"_a'"))
        for name in ["duplicateID", "xsw3", "xsw7"] {
            let defect = try #require(ResponseDefect(rawValue: name))
            #expect(throws: XMLError.self) {
                try EncryptionTests.response(EncryptionTests.recipe(), defects: [defect])
            }
        }
    }
}
