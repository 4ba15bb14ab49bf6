import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Two causes, two sentences: what is read after the signature, and what a text is instead of a response.
@Suite("A response that is refused") struct ClaimCauseTests {
    private static func reasons(
        _ policy: ValidationFailure.Policy, under requirements: ResponseRequirements = SAMLWorld.requirements(),
        _ rows: [(cause: String, names: String, change: (String) -> String)]
    ) throws -> [Cause] {
        #expect(try SAMLWorld.judge(SAMLWorld.response()).verified != nil)
        return try rows.map { cause, names, change in
            let failures = try SAMLWorld.judge(SAMLWorld.signing(.assertion, change), requirements).failures
            let first = failures.first { $0.policy == policy }
            #expect(first != nil, "\(cause): \(failures)")
            return Cause(cause, names: names, said: first?.reason ?? "")
        }
    }

    private static let value = ">10001</saml:AttributeValue>"
    private static let schema = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""

    @Test("for an attribute says whether it is missing, has no value, is nil or empty, or has another name")
    func attributes() throws {
        var requirements = SAMLWorld.requirements()
        requirements.requiredAttributes = ["zip"]
        let zip = /<saml:Attribute Name="zip".*?<\/saml:Attribute>/
        func attribute(_ content: String, _ name: String = "Name=\"zip\"") -> (String) -> String {
            { $0.replacing(zip, with: "<saml:Attribute \(name)>\(content)</saml:Attribute>") }
        }
        expectTwoSentences(
            for: try Self.reasons(
                .attributes, under: requirements,
                [
                    ("missing", "is missing; the response has 'userID'", { $0.replacing(zip, with: "") }),
                    ("no AttributeValue", "has no <AttributeValue>", attribute("")),
                    (
                        "nil", "is nil (xsi:nil)",
                        attribute("<saml:AttributeValue \(Self.schema) xsi:nil=\"true\"></saml:AttributeValue>")
                    ),
                    (
                        "nil with content", "its content does not count",
                        attribute("<saml:AttributeValue \(Self.schema) xsi:nil=\"1\">x</saml:AttributeValue>")
                    ),
                    ("empty", "is empty", attribute("<saml:AttributeValue></saml:AttributeValue>")),
                    (
                        "other case", "'ZIP' (they differ in upper and lower case only)",
                        attribute("<saml:AttributeValue>1</saml:AttributeValue>", "Name=\"ZIP\"")
                    ),
                    (
                        "the friendly name", "is only the FriendlyName of 'urn:oid:2.5.4.17'",
                        attribute(
                            "<saml:AttributeValue>1</saml:AttributeValue>",
                            "FriendlyName=\"zip\" Name=\"urn:oid:2.5.4.17\"")
                    ),
                ]))
        let noted = try SAMLWorld.signing(
            .assertion,
            attribute(
                "<saml:AttributeValue>1</saml:AttributeValue><saml:AttributeValue \(Self.schema) xsi:nil=\"true\">x"
                    + "</saml:AttributeValue>"))
        let notes = try #require(try SAMLWorld.judge(noted, requirements).verified).notes
        #expect(notes.contains { $0.contains("'zip'") && $0.contains("xsi:nil") }, "\(notes)")
    }

    @Test("for InResponseTo names the element that has the value")
    func requests() throws {
        expectTwoSentences(
            for: try Self.reasons(
                .inResponseTo,
                [
                    (
                        "of the response", "The response answers the request '_other'",
                        { $0.replacing(/(<samlp:Response [^>]*InResponseTo=")_request/) { "\($0.output.1)_other" } }
                    ),
                    (
                        "of the confirmation",
                        "The bearer confirmation (<SubjectConfirmationData>) answers the request '_other'",
                        {
                            $0.replacing(/(<saml:SubjectConfirmationData [^>]*InResponseTo=")_request/) {
                                "\($0.output.1)_other"
                            }
                        }
                    ),
                    (
                        "none in the confirmation", "The bearer confirmation has no InResponseTo",
                        {
                            $0.replacing(/(<saml:SubjectConfirmationData [^>]*)InResponseTo="_request"/) {
                                "\($0.output.1)"
                            }
                        }
                    ),
                ]))
    }

    @Test("with two bearers says why each of them does not match")
    func bearers() throws {
        let one = /<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/
        func second(_ change: @escaping (String) -> String, _ changeFirst: @escaping (String) -> String) -> (String) ->
            String
        {
            { xml in
                guard let found = xml.firstMatch(of: one) else { return xml }
                let text = String(found.output)
                return xml.replacingOccurrences(of: text, with: changeFirst(text) + change(text))
            }
        }
        let late: (String) -> String = {
            $0.replacing(/NotOnOrAfter="[^"]*"/, with: "NotOnOrAfter=\"2020-01-01T00:00:00Z\"")
        }
        let elsewhere: (String) -> String = {
            $0.replacing(/Recipient="[^"]*"/, with: "Recipient=\"https://elsewhere.example/\"")
        }
        #expect(try SAMLWorld.judge(SAMLWorld.signing(.assertion, second({ $0 }, late))).verified != nil)
        let rows =
            try Self.reasons(
                .recipient, [("elsewhere, late", "2020-01-01T00:00:00Z", second(late, elsewhere))])
            + Self.reasons(
                .subject, [("late, elsewhere", "https://elsewhere.example/", second(elsewhere, late))])
        expectTwoSentences(for: rows)
    }

    @Test("for an audience says how two values differ, and invents no cause")
    func differences() throws {
        func audience(_ text: String) -> (String) -> String {
            { $0.replacing("<saml:Audience>\(SAMLWorld.audience)<", "<saml:Audience>\(text)<") }
        }
        let rows = try Self.reasons(
            .audience,
            [
                ("scheme", "differ in the scheme only", audience("http://saml.sp.example")),
                ("port", "differ in the default port only", audience("https://saml.sp.example:443")),
                ("encoding", "differ in percent-encoding only", audience("https://saml%2Esp.example")),
                ("case", "differ in upper and lower case only", audience("https://SAML.sp.example")),
                ("no scheme", "is for 'urn:one'", audience("urn:one")),
            ])
        expectTwoSentences(for: rows)
        var requirements = SAMLWorld.requirements()
        requirements.audience = "urn:two"
        let reason = try SAMLWorld.judge(SAMLWorld.signing(.assertion, audience("urn:one")), requirements).failures
            .first?.reason
        #expect(reason == "The assertion is for 'urn:one', not for 'urn:two'.")
    }

    @Test("says what a pasted text is")
    func pasted() throws {
        let xml = try SAMLWorld.response {
            $0.attributes.append(.init("note", [String(repeating: "~~~>>>???", count: 9)]))
        }
        let base64 = Data(xml.utf8).base64EncodedString()
        #expect(base64.contains("+"))
        func reason(_ text: String) throws -> String {
            let verdict = try SAMLWorld.validator().validate(
                Data(text.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            #expect(verdict.failures.map(\.policy) == [.wellFormed], "\(text.prefix(40))")
            return verdict.failures.first?.reason ?? ""
        }
        let escaped = base64.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "=", with: "%3D")
        let rows: [(String, String, String)] = [
            ("a form", "the field 'SAMLResponse'", "SAMLResponse=\(escaped)&RelayState=a"),
            ("percent-encoded", "percent-encoded", escaped),
            ("blanks", "'+'", base64.replacingOccurrences(of: "+", with: " ")),
            (
                "base64url", "base64url",
                base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            ),
            ("JSON", "JSON", "{\"SAMLResponse\":\"\(base64)\"}"),
            ("an address", "URL", "https://idp.example/"),
            ("HTML", "&lt;", xml.replacingOccurrences(of: "<", with: "&lt;")),
            ("cut", "not a multiple of 4", String(base64.dropLast(5))),
            ("a foreign character", "U+0021", base64 + "!"),
            ("another encoding", "ISO-8859-1", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + xml),
        ]
        expectTwoSentences(for: try rows.map { Cause($0.0, names: $0.1, said: try reason($0.2)) })
    }

    @Test("for what was encrypted says for whom, and nothing that helps to decrypt it")
    func encrypted() throws {
        let own = try TrustedCertificate(pem: EncryptionTests.recipient.certificate)
        let other = try TrustedCertificate(pem: TestKeys.provider.certificate)
        func shown(_ certificate: TrustedCertificate) -> String {
            "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate.derBytes.base64EncodedString())"
                + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
        }
        func xml(for certificate: TrustedCertificate, _ keyInfo: String) throws -> String {
            var recipe = try EncryptionTests.recipe()
            recipe.recipient = certificate
            return try EncryptionTests.response(recipe).replacing(
                /(<xenc:EncryptedKey>.*?<\/xenc:EncryptionMethod>)/
            ) { "\($0.output.1)\(keyInfo)" }
        }
        let rows: [(String, String, String)] = [
            ("nothing shown", "does not show for which certificate", try xml(for: other, "")),
            (
                "a name", "<KeyName> 'their key'",
                try xml(for: other, "<ds:KeyInfo><ds:KeyName>their key</ds:KeyName></ds:KeyInfo>")
            ),
            ("another certificate", other.fingerprint, try xml(for: other, shown(other))),
            ("the right one, and changed", own.fingerprint, try xml(for: other, shown(own))),
        ]
        #expect(try EncryptionTests.judge(xml(for: own, shown(own))).verified != nil)
        let causes = try rows.map { cause, names, xml in
            let failures = try EncryptionTests.judge(xml).failures
            #expect(failures.map(\.policy) == [.encryption])
            return Cause(cause, names: names, said: failures.first?.reason ?? "")
        }
        expectTwoSentences(for: causes)
    }

    @Test("for the signature of a query says what was signed instead")
    func queries() throws {
        let identity = try SAMLWorld.identity()
        let request = AuthnRequest(id: "_1", issueInstant: SAMLWorld.now, issuer: "https://sp.example")
        let query = try RedirectBinding.query(.request, request.xml(), relayState: "CODE/1", signedBy: identity)
        func reason(_ query: String) -> String {
            let error = #expect(throws: MessageError.self) {
                try RedirectBinding.read(.request, in: query, signedBy: [identity.certificate])
            }
            return error?.description ?? ""
        }
        #expect(try RedirectBinding.read(.request, in: query, signedBy: [identity.certificate]).relayState == "CODE/1")
        func signed(_ text: String, by identity: SigningIdentity) throws -> String {
            let value = try identity.sign(Data(text.utf8)).base64EncodedString()
            return "&Signature="
                + value.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "/", with: "%2F")
                .replacingOccurrences(of: "=", with: "%3D")
        }
        let text = query.components(separatedBy: "&Signature=")[0]
        let parts = text.components(separatedBy: "&")
        let other = try SAMLWorld.identity(TestKeys.impostor)
        let rows: [(String, String, String)] = [
            ("another key", "another key made it", text + (try signed(text, by: other))),
            ("a changed RelayState", "over another query", query.replacing("CODE%2F1", "CODE%2F2")),
            (
                "lower case", "in lower case",
                text
                    + (try signed(
                        text.replacing("%2F1", "%2f1").replacing("%3A", "%3a").replacing("%2F", "%2f").replacing(
                            "%3D", "%3d"
                        ).replacing("%2B", "%2b"), by: identity))
            ),
            ("without RelayState", "without RelayState", text + (try signed("\(parts[0])&\(parts[2])", by: identity))),
            (
                "another order", "another order",
                text + (try signed("\(parts[2])&\(parts[1])&\(parts[0])", by: identity))
            ),
            ("no Base64", "U+0021", text + "&Signature=!!"),
            ("no signature", "has no Signature", text),
        ]
        expectTwoSentences(for: rows.map { Cause($0.0, names: $0.1, said: reason($0.2)) })
    }
}
