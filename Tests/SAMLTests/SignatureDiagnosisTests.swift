import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// Why a signature is not valid: the cause in the reason.
///
/// The policy is always `signature`.
struct SignatureDiagnosisTests {
    private static func reason(_ xml: String) throws -> String {
        let failures = try SAMLWorld.judge(xml).failures
        try #require(failures.map(\.policy) == [.signature])
        return failures[0].reason
    }

    @Test("names the certificate in KeyInfo whose key made it, and the trusted one")
    func otherCertificate() throws {
        let identity = try SAMLWorld.identity(TestKeys.impostor)
        let xml = try #require(try ResponseIssuer(identity: identity).issue(SAMLWorld.content))
        let reason = try Self.reason(xml)
        let trusted = try SAMLWorld.identity().certificate
        #expect(reason.contains("KeyInfo contains another certificate, whose key made the signature: SHA-256 "))
        #expect(reason.contains("SHA-256 \(identity.certificate.fingerprint), valid from 20"))
        #expect(reason.contains("Trusted: SHA-256 \(trusted.fingerprint), valid from 20"))
    }

    @Test("says that the digest is correct if another key signed and KeyInfo contains the trusted certificate")
    func otherKey() throws {
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: .wrongKey))
        #expect(try Self.reason(xml).contains("the digest of <Assertion> is correct, so its content is unchanged"))
    }

    @Test(
        "recognizes a reformatted document, whatever is signed",
        arguments: [ResponseIssuer.Signed.assertion, .response])
    func reformatted(_ signed: ResponseIssuer.Signed) throws {
        let xml = try SAMLWorld.response(signed: signed)
        let indented = xml.replacing(/><(?!\/)/, with: ">\n  <")
        #expect(try Self.reason(indented).contains("white space between elements was added"))
        // Only the content, not SignedInfo.
        let conditions = xml.replacing("<saml:Conditions ", "\n<saml:Conditions ")
        let reason = try Self.reason(conditions)
        #expect(reason.contains("its digest differs, because white space between elements was added"))
    }

    @Test("recognizes lost carriage returns")
    func lineBreaks() throws {
        let xml = try SAMLWorld.response { $0.attributes.append(.init("note", ["a\r\nb"])) }
        #expect(try SAMLWorld.judge(xml).verified != nil)
        #expect(try Self.reason(xml.replacing("&#13;", "")).contains("its line breaks were changed"))
    }

    @Test("gives no cause for changed content")
    func changed() throws {
        let reason = try Self.reason(SAMLWorld.response().replacing("alice-1", "alice-2"))
        #expect(reason.hasPrefix("<Assertion> was changed after it was signed: its digest differs: DigestValue is '"))
    }

    @Test("recognizes inclusive canonicalization of an assertion that was moved into a response")
    func moved() throws {
        var recipe = SignatureRecipe()
        recipe.inclusiveNamespaces = ["saml": SAMLNames.assertionNamespace]
        let xml = try SAMLWorld.sign(
            SAMLWorld.response(signed: .neither), after: "<saml:Assertion ", id: "_assertion", recipe: recipe)
        #expect(
            try Self.reason(xml).contains(
                "was signed with inclusive canonicalization (of SignedInfo), and was then moved"))
    }
}
