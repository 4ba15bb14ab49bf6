import Foundation
import TestSupport
import Testing

/// What `tvsim saml` reads beside a response and its certificates.
extension SAMLCommandTests {
    @Test("reads what people copy from a browser, and says where the response was")
    func pasted() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let base64 = Data(try fixture.response().utf8).base64EncodedString()
        let escaped = base64.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "/", with: "%2F")
            .replacingOccurrences(of: "=", with: "%3D")
        for (text, source) in [
            ("RelayState=a&SAMLResponse=\(escaped)", "the field 'SAMLResponse' of a form"),
            (
                "<form><input name=\"SAMLResponse\" value=\"\(base64)\"></form>",
                "the field 'SAMLResponse' of an HTML page"
            ),
        ] {
            let valid = try fixture.validate(text)
            #expect(valid.status == 0 && valid.output.hasSuffix("  read from: \(source)\n"), "\(valid.output)")
            let file = try fixture.tool.write(text, to: "pasted.txt")
            let shown = try fixture.tool.run("saml", "inspect", file)
            #expect(shown.status == 0 && shown.output.contains("\n  Read from: \(source)\n"), "\(shown.error)")
        }
        let json = try fixture.validate("SAMLResponse=\(escaped)", "--audience", "x", "--format", "json")
        #expect(
            json.status == 1 && json.output.hasSuffix(#"],"source":"form","valid":false}"# + "\n"), "\(json.output)")
    }

    @Test("inspect decrypts with a key, and says why another key does not")
    func decrypts() throws {
        let fixture = try Fixture()
        defer { fixture.tool.cleanUp() }
        let tool = fixture.tool
        try tool.line("saml issue --encrypt-for idp.pem --name-id alice --output closed.xml")
        let closed = try tool.line("saml inspect closed.xml")
        #expect(closed.output.contains("  Encryption of EncryptedAssertion\n") && !closed.output.contains("alice"))
        let open = try tool.line("saml inspect closed.xml --decryption-key idp.key")
        #expect(open.output.contains("  Assertion in EncryptedAssertion\n") && open.output.contains("NameID: alice\n"))
        let other = try tool.line("saml inspect closed.xml --decryption-key other.key")
        #expect(other.status == 0 && other.output.contains("    Not decrypted: ") && !other.output.contains("alice"))
        let noKey = try tool.line("saml inspect closed.xml --decryption-key idp.pem")
        #expect(noKey.status == 65 && noKey.error.hasPrefix("tvsim: idp.pem: "), "\(noKey.error)")
    }

    @Test("takes the fingerprint of a certificate in place of it, if the response shows the certificate")
    func fingerprint() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("saml issue --at 2026-01-01T12:00:00Z --output r.xml")
        try tool.line("saml issue --at 2026-01-01T12:00:00Z --omit-certificate --output bare.xml")
        let inspected = try tool.line("saml inspect r.xml --format json").output
        let digits = String(try #require(inspected.firstMatch(of: /"fingerprint":"([0-9a-f]{64})"/)).output.1)
        let other = String(digits.reversed())
        for (words, status, part) in [
            ("r.xml --fingerprint \(digits)", 0, "valid\n"),
            ("r.xml --fingerprint \(digits.uppercased())", 0, "valid\n"),
            ("r.xml --fingerprint \(other) --fingerprint \(digits)", 0, "valid\n"),
            ("r.xml --fingerprint \(other)", 1, "expected SHA-256 \(other)"),
            ("bare.xml --fingerprint \(digits)", 1, "shows no certificate"),
            ("r.xml --fingerprint \(digits.prefix(40))", 65, "--fingerprint: The fingerprint is a digest by SHA-1"),
            ("r.xml --fingerprint x", 65, "--fingerprint: The text is not a fingerprint of a certificate"),
            ("r.xml", 64, "expected --certificate or --fingerprint"),
        ] as [(String, Int32, String)] {
            let outcome = try tool.line("saml validate \(words) --at 2026-01-01T12:00:00Z")
            #expect(outcome.status == status, "\(words): \(outcome.output)\(outcome.error)")
            #expect((outcome.output + outcome.error).contains(part), "\(words): \(outcome.output)\(outcome.error)")
        }
    }
}
