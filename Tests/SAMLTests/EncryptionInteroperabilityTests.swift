import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Encryption against xmlsec1, in both directions.
@Suite(.waitsForPrograms) struct EncryptionInteroperabilityProgramTests {
    private static func inFolder<Result>(_ body: ((String, String) throws -> String) throws -> Result) throws -> Result
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body { text, name in
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    @Test("xmlsec1 decrypts tvsim's output", arguments: ContentEncryption.allCases, [KeyTransport.oaep, .legacyPKCS1])
    func opens(_ content: ContentEncryption, _ transport: KeyTransport) throws {
        let xml = try EncryptionTests.response(try EncryptionTests.recipe(content, transport))
        let result = try Self.inFolder { write in
            try Tool.run(
                "xmlsec1",
                [
                    "--decrypt", "--privkey-pem", write(EncryptionTests.recipient.privateKey + "\n", "key.pem"),
                    write(xml, "response.xml"),
                ])
        }
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("<saml:NameID") && result.output.contains(">alice<"))
    }

    @Test(
        "decrypts what xmlsec1 encrypts, and verifies its signatures",
        arguments: [ContentEncryption.aes256GCM, .aes128GCM, .aes256CBC, .aes192CBC, .tripleDESCBC],
        [KeyTransport.oaep, .legacyPKCS1])
    func openedByUs(_ content: ContentEncryption, _ transport: KeyTransport) throws {
        let template =
            #"<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#""#
            + #" Type="http://www.w3.org/2001/04/xmlenc#Element">"#
            + #"<xenc:EncryptionMethod Algorithm="\#(content.rawValue)"/>"#
            + #"<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>"#
            + #"<xenc:EncryptionMethod Algorithm="\#(transport.rawValue)"/>"#
            + "<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>"
            + "<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>"
        let holder = #"<saml:EncryptedAssertion xmlns:saml="\#(SAMLNames.assertionNamespace)">"#
        let signed = try SAMLWorld.response()
        let assertion = try #require(signed.slice("<saml:Assertion ", "</saml:Assertion>"))
        let wrapped = signed.replacing(assertion, holder + assertion + "</saml:EncryptedAssertion>")
        let result = try Self.inFolder { write in
            try Tool.run(
                "xmlsec1",
                [
                    "--encrypt", "--pubkey-cert-pem",
                    write(EncryptionTests.recipient.certificate + "\n", "certificate.pem"), "--session-key",
                    "\(content.isLegacy ? "des" : "aes")-\(content.keyBits)", "--xml-data",
                    write(wrapped, "response.xml"), "--node-xpath", "//*[local-name()='Assertion']",
                    write(template, "template.xml"),
                ])
        }
        #expect(result.status == 0, "\(result.error)")
        let verdict = try EncryptionTests.judge(result.output, allowsLegacy: true)
        #expect(verdict.verified?.nameID == "alice", "\(verdict.failures) \(result.output)")
    }
}
