import Foundation
import TVSimSAML
import Testing

/// What `tvsim saml` shows: the parts of a response that was not checked, and the report of one that was.
struct InspectionTests {
    @Test("shows the parts of a response, from XML and from Base64, and marks them as untrusted")
    func tellsParts() throws {
        let xml = Data(try SAMLWorld.response(signed: .both).utf8)
        let inspection = try ResponseInspection(xml)
        #expect(!inspection.trusted && inspection.encoding == .xml && inspection.bytes == xml.count)
        #expect(inspection.root == "Response" && inspection.id == "_response" && inspection.issuer == SAMLWorld.issuer)
        #expect(inspection.statusCodes == [SAMLStatusCode.success])
        #expect(inspection.destination == SAMLWorld.recipient && inspection.inResponseTo == "_request")
        let assertion = try #require(inspection.assertions.first)
        #expect(assertion.nameID == "alice" && assertion.audiences == [[SAMLWorld.audience]])
        #expect(assertion.confirmations.first?.recipient == SAMLWorld.recipient)
        #expect(assertion.attributes == SAMLWorld.attributes)
        #expect(assertion.authnStatements.map(\.sessionNotOnOrAfter) == ["2026-01-01T01:00:00Z"])
        #expect(inspection.signatures.map(\.parent) == ["Response", "Assertion"])
        #expect(inspection.signatures.map(\.references) == [["#_response"], ["#_assertion"]])
        #expect(inspection.signatures[0].certificates.first?.subject == "CN=provider,O=tvsim tests")

        let encoded = try ResponseInspection(xml.base64EncodedData())
        #expect(encoded.encoding == .base64 && encoded.assertions == inspection.assertions)
    }

    @Test("shows every part that decides the verdict")
    func tellsWhatDecides() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(">alice<", ">ali<b>mallory</b><?p x?>ce<").replacing(
                "</saml:Subject>",
                "<saml:EncryptedID></saml:EncryptedID><saml:SubjectConfirmation><saml:SubjectConfirmationData "
                    + "NotBefore=\"x\"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>"
            ).replacing(
                "</saml:Conditions>",
                "<saml:OneTimeUse></saml:OneTimeUse><saml:ProxyRestriction Count=\"3\"></saml:ProxyRestriction>"
                    + "<saml:Condition></saml:Condition></saml:Conditions>"
            ).replacing(
                "<saml:AttributeStatement>",
                "<saml:AuthnStatement AuthnInstant=\"y\" SessionIndex=\"2\"></saml:AuthnStatement>"
                    + "<saml:AttributeStatement><saml:EncryptedAttribute></saml:EncryptedAttribute>")
        }
        let inspection = try ResponseInspection(Data(xml.utf8))
        let assertion = try #require(inspection.assertions.first)
        #expect(inspection.version == "2.0" && assertion.version == "2.0")
        #expect(assertion.nameID == "ali<b>mallory</b><?p?>ce" && assertion.hasEncryptedID)
        #expect(assertion.confirmations.map(\.notBefore) == [nil, "x"])
        #expect(assertion.otherConditions == ["OneTimeUse", "ProxyRestriction 3", "Condition"])
        #expect(assertion.authnStatements.map(\.sessionIndex) == [nil, "2"])
        #expect(assertion.encryptedAttributes == 1)
    }

    @Test("shows the status codes whatever other elements the status has")
    func tellsStatus() throws {
        let xml = try SAMLWorld.response().replacing(
            "<samlp:Status>", "<samlp:Status><samlp:StatusMessage>a<b></b></samlp:StatusMessage>")
        let inspection = try ResponseInspection(Data(xml.utf8))
        #expect(inspection.statusCodes == [SAMLStatusCode.success])
        #expect(inspection.statusMessage?.hasPrefix("a<b") == true)
    }

    @Test("shows forged and signed assertions with their positions")
    func tellsWrapped() throws {
        let parts = try WrappingTests.Parts()
        let xml = parts.withAssertion(parts.inside(parts.evilAssertion, parts.assertion))
        let inspection = try ResponseInspection(Data(xml.utf8))
        #expect(inspection.assertions.map(\.id) == ["_evil", "_assertion"])
        #expect(inspection.assertions.map(\.parent) == ["Response", "Assertion"])
    }

    @Test("shows the parts of a document that has only some of them")
    func tellsLittle() throws {
        let inspection = try ResponseInspection(Data("<a/>".utf8))
        #expect(inspection.root == "a" && inspection.assertions.isEmpty && inspection.signatures.isEmpty)
        #expect(inspection.issuer == nil && inspection.statusCodes.isEmpty)
    }

    @Test("refuses a document that cannot be read safely", arguments: ["", "%%%", "<a>", "<!DOCTYPE a><a/>"])
    func refuses(_ text: String) {
        #expect(throws: MessageError.self) { try ResponseInspection(Data(text.utf8)) }
    }

    @Test("is unchanged after a round trip through JSON")
    func roundTrip() throws {
        let inspection = try ResponseInspection(Data(SAMLWorld.response().utf8))
        let json = try JSONEncoder().encode(inspection)
        #expect(try JSONDecoder().decode(ResponseInspection.self, from: json) == inspection)
        #expect(String(decoding: json, as: UTF8.self).contains(#""trusted":false"#))
    }

    @Test("reports a valid response with the keys of the command line")
    func reportsValid() throws {
        let report = ValidationReport(try SAMLWorld.judge(SAMLWorld.response()))
        #expect(
            try json(report) == #"{"attributes":{"userID":["alice-1"],"zip":["10001","94"]},"#
                + #""issuer":"https://idp.example/mvpd","nameID":"alice","#
                + #""notes":["The certificate is not valid yet."],"#
                + #""sessionNotOnOrAfter":"2026-01-01T01:00:00Z","signed":"assertion","valid":true}"#)
        let endless = ValidationReport(try SAMLWorld.judge(SAMLWorld.response { $0.sessionNotOnOrAfter = nil }))
        #expect(try json(endless).contains(#""sessionNotOnOrAfter":null"#))
    }

    @Test("reports an invalid response with the keys of the command line")
    func reportsInvalid() throws {
        let report = ValidationReport(try SAMLWorld.judge(SAMLWorld.response { $0.audience = "x" }))
        #expect(
            try json(report)
                == #"{"failures":[{"actual":"x","expected":"https://saml.sp.example","#
                + #""path":"/Response/Assertion/Conditions/AudienceRestriction/Audience","#
                + #""policy":"audience","#
                + #""reason":"The assertion is for 'x', not for 'https://saml.sp.example'.","#
                + #""section":"SAML Core 2.0, 2.5.1.4"}],"valid":false}"#)
    }

    private func json(_ report: ValidationReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
