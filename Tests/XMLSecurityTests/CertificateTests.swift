import Foundation
import TVSimCryptography
import TVSimXMLSecurity
import TestSupport
import Testing

/// What is read of certificates and keys, and what is refused.
@Suite(.waitsForPrograms) struct CertificateTests {
    @Test("reads the same subject, dates, key size and fingerprint as openssl")
    func readsParts() throws {
        let certificate = try TrustedCertificate(pem: TestKeys.provider.certificate)
        let told = try Tool.run(
            "openssl", ["x509", "-noout", "-fingerprint", "-sha256", "-enddate", "-dateopt", "iso_8601"],
            input: Data(TestKeys.provider.certificate.utf8))
        #expect(told.status == 0, "\(told.error)")
        let fingerprint = try #require(told.output.split(separator: "\n").first { $0.contains("Fingerprint=") })
        #expect(
            certificate.fingerprint
                == fingerprint.split(separator: "=")[1].replacingOccurrences(of: ":", with: "").lowercased())
        let end = try #require(told.output.split(separator: "\n").first { $0.hasPrefix("notAfter=") }).dropFirst(9)
        let formatter = ISO8601DateFormatter()
        #expect(formatter.date(from: end.replacingOccurrences(of: " ", with: "T")) == certificate.notValidAfter)
        #expect(certificate.notValidBefore < certificate.notValidAfter)
        #expect(certificate.rsaBits == 2048)
        #expect(certificate.subject == "CN=provider,O=tvsim tests")
    }

    @Test(
        "reads the keys of the NIST curves", arguments: [TestKeys.prime256v1, TestKeys.secp384r1, TestKeys.secp521r1])
    func readsCurves(_ pair: TestKeyPair) throws {
        #expect(try TrustedCertificate(pem: pair.certificate).rsaBits == nil)
    }

    @Test("reads the first certificate of a chain, after comments and with line ends of any kind")
    func readsChains() throws {
        let text = "Subject: somebody\n" + TestKeys.provider.certificate + "\n" + TestKeys.impostor.certificate
        let certificate = try TrustedCertificate(pem: text.replacingOccurrences(of: "\n", with: "\r\n"))
        #expect(certificate.subject.contains("provider"))
    }

    @Test("reads a certificate's Base64 in lines of any length", arguments: [1, 48, 76, 10_000])
    func readsLines(_ length: Int) throws {
        let lines = TestKeys.provider.certificate.split(separator: "\n").map(String.init)
        let base64 = Array(lines.dropFirst().dropLast().joined())
        let rewrapped = stride(from: 0, to: base64.count, by: length).map { String(base64[$0...].prefix(length)) }
        let text = ([lines[0]] + rewrapped.map { $0 + " " } + [lines[lines.count - 1]]).joined(separator: "\n")
        let certificate = try TrustedCertificate(pem: text)
        #expect(certificate.fingerprint == (try TrustedCertificate(pem: TestKeys.provider.certificate).fingerprint))
        #expect(failure { try TrustedCertificate(pem: text.replacingOccurrences(of: "M", with: "!")) } == .key)
    }

    @Test("reads every certificate of a text, and refuses a text whose last certificate is truncated")
    func readsAll() throws {
        let text = TestKeys.provider.certificate + "\n" + TestKeys.impostor.certificate
        #expect(try TrustedCertificate.all(in: text + "\nremark\n").count == 2)
        let error = #expect(throws: XMLError.self) { try TrustedCertificate.all(in: String(text.dropLast(100))) }
        #expect(error?.policy == .key)
    }

    @Test("reads each form in which providers hand certificates out")
    func forms() throws {
        let (one, two) = (TestKeys.provider.certificate, TestKeys.impostor.certificate)
        let (first, second) = (try TrustedCertificate(pem: one).derBytes, try TrustedCertificate(pem: two).derBytes)
        let bare = first.base64EncodedString(options: .lineLength64Characters)
        func metadata(_ keys: String, _ role: String = "IDPSSODescriptor") -> String {
            """
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"><md:\(role)>\(keys)</md:\(role)>\
            <md:SPSSODescriptor>\(key(second, "signing"))</md:SPSSODescriptor></md:EntityDescriptor>
            """
        }
        func key(_ der: Data, _ use: String) -> String {
            """
            <md:KeyDescriptor use="\(use)"><ds:KeyInfo xmlns:ds="\(XMLNamespace.signature)"><ds:X509Data><ds:X509Certificate>
            \(der.base64EncodedString())</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
            """
        }
        let container = DER.pkcs7([first, second])
        let rows: [(String, [Data])] = [
            (one, [first]), (bare, [first]), (first.base64EncodedString(), [first]),
            (container.base64EncodedString(), [first, second]),
            ("-----BEGIN PKCS7-----\n\(container.base64EncodedString())\n-----END PKCS7-----", [first, second]),
            (TestKeys.provider.privateKey + "\n" + one, [first]), (Data(one.utf8).base64EncodedString(), [first]),
            ("\u{FEFF}\n" + metadata(key(first, "signing") + key(second, "encryption")), [first]),
            (metadata(key(first, "signing") + key(second, "signing") + key(first, "signing")), [first, second]),
            (metadata(key(first, "signing"), "AttributeAuthorityDescriptor"), [first, second]),
        ]
        for (text, certificates) in rows {
            #expect(try TrustedCertificate.all(in: text).map(\.derBytes) == certificates, "\(text.prefix(60))")
        }
    }

    @Test("says what a text is that is not a certificate")
    func kinds() throws {
        let certificate = try #require(Certificate(pem: TestKeys.provider.certificate))
        let publicKey = try #require(certificate.publicKey?.pem)
        let entities = #"<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>"#
        for (text, kind) in [
            (TestKeys.provider.privateKey, "is a private key: expected the certificate"),
            (publicKey, "is a public key: expected the certificate"),
            (certificate.subjectPublicKeyInfo.base64EncodedString(), "is a public key: expected the certificate"),
            (
                "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----",
                "is a certificate request"
            ),
            (DER.pkcs7([]).base64EncodedString(), "is PKCS #7 without a certificate"),
            (entities, "is metadata of 0 entities"), ("<a/>", "is XML with <a>"), ("garbage!", "is not a certificate"),
            (Data("text".utf8).base64EncodedString(), "its content is neither X.509 nor PKCS #7"),
        ] {
            let error = #expect(throws: XMLError.self) { try TrustedCertificate.all(in: text) }
            #expect(error?.policy == .key && error?.description.contains(kind) == true, "\(error?.description ?? "")")
        }
        let bomb = "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"
        let error = #expect(throws: XMLError.self) { try TrustedCertificate.all(in: bomb) }
        #expect(error?.policy == .dtd)
    }

    @Test("reads a small RSA key only if it is allowed explicitly")
    func smallKeys() throws {
        #expect(failure { try TrustedCertificate(pem: TestKeys.small.certificate) } == .key)
        #expect(try TrustedCertificate(pem: TestKeys.small.certificate, allowingSmallKeys: true).rsaBits == 1024)
    }

    @Test("verifies the signature of a small key if it is allowed explicitly")
    func smallSignature() throws {
        let identity = try SigningIdentity(
            privateKeyPEM: TestKeys.small.privateKey, certificatePEM: TestKeys.small.certificate,
            allowingSmallKeys: true)
        let signed = try EnvelopedSigner.sign("<a ID=\"i\">", "</a>", id: "i", with: identity)
        let verifier = SignatureVerifier(certificates: [identity.certificate])
        #expect(try verifier.verify(tree(signed).root()) != nil)
    }

    @Test(
        "refuses text that is not a certificate, and keys of other kinds",
        arguments: [
            "", "garbage", TestKeys.provider.privateKey, TestKeys.ed25519.certificate,
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n%%%%\n-----END CERTIFICATE-----",
        ])
    func refusesGarbage(_ text: String) {
        #expect(failure { try TrustedCertificate(pem: text) } == .key)
    }

    @Test("does not crash on a truncated certificate")
    func survivesTruncation() throws {
        let der = try TrustedCertificate(pem: TestKeys.provider.certificate).derBytes
        for count in 0..<der.count {
            #expect(failure { try TrustedCertificate(der: der.prefix(count)) } == .key)
        }
    }

    @Test("refuses text that is not a private key, and keys other than RSA")
    func refusesPrivateKeys() {
        #expect(
            failure {
                try SigningIdentity(privateKeyPEM: "garbage", certificatePEM: TestKeys.provider.certificate)
            } == .key)
        #expect(
            failure {
                try SigningIdentity(
                    privateKeyPEM: TestKeys.prime256v1.privateKey, certificatePEM: TestKeys.prime256v1.certificate)
            } == .key)
    }

    @Test("reports the error in one sentence, without the key")
    func hidesSecrets() {
        do {
            _ = try SigningIdentity(privateKeyPEM: "secret", certificatePEM: TestKeys.provider.certificate)
            Issue.record("A private key was read from nothing.")
        } catch {
            #expect(error.description == "The text is not an RSA private key in PEM format: it has no line with BEGIN.")
        }
    }
}

extension TestKeyPair: CustomTestStringConvertible {
    /// What a test report calls the pair.
    public var testDescription: String { "a certificate of the tests" }
}

/// Writes DER (X.690).
private enum DER {
    /// PKCS #7 signed data that only holds certificates (RFC 2315, 9.1).
    static func pkcs7(_ certificates: [Data]) -> Data {
        let (signed, data) = (Data([42, 134, 72, 134, 247, 13, 1, 7, 2]), Data([42, 134, 72, 134, 247, 13, 1, 7, 1]))
        let content = value(0x30, value(0x06, data))
        let certificates = certificates.isEmpty ? Data() : value(0xA0, certificates.reduce(Data(), +))
        let body = value(
            0x30, value(0x02, Data([1])) + value(0x31, Data()) + content + certificates + value(0x31, Data()))
        return value(0x30, value(0x06, signed) + value(0xA0, body))
    }

    private static func value(_ tag: UInt8, _ content: Data) -> Data {
        var length = Data()
        var rest = content.count
        repeat {
            length.insert(UInt8(rest & 255), at: 0)
            rest >>= 8
        } while rest > 0
        return Data([tag]) + (content.count < 128 ? length : Data([0x80 | UInt8(length.count)]) + length) + content
    }
}
