import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

/// What the signed content may say, and how its texts are read.
struct ContentTests {
    @Test(
        "reads the whole name of the subject across comments and CDATA",
        arguments: [
            "alice<!-- c -->@example.com", "<!-- c -->alice@example.com", "alice@<![CDATA[example]]>.com",
            "&#97;lice&#64;example.com", "alice@example<!-- .evil -->.com",
        ])
    func readsName(_ text: String) throws {
        let xml = try SAMLWorld.signing { $0.replacing(">alice<", ">\(text)<") }
        #expect(try SAMLWorld.judge(xml).verified?.nameID == "alice@example.com")
    }

    @Test("never truncates a name at a comment that was inserted after signing")
    func commentAfterSigning() throws {
        // Comments are not part of the octets that are signed, so that the signature holds: the name must be whole.
        let honest = try SAMLWorld.response { $0.nameID = "admin@example.com.evil.com" }
        let xml = honest.replacing(">admin@example.com.evil.com<", ">admin@example.com<!---->.evil.com<")
        #expect(try SAMLWorld.judge(xml).verified?.nameID == "admin@example.com.evil.com")
    }

    @Test(
        "refuses elements and processing instructions in a text, each by its own policy",
        arguments: [
            ("<saml:NameID Format", "</saml:NameID>", "subject"), ("<saml:Audience>", "</saml:Audience>", "audience"),
            ("<saml:AttributeValue>", "</saml:AttributeValue>", "attributes"),
        ])
    func refusesMixedText(_ start: String, _ end: String, _ policy: String) throws {
        for intruder in ["<?p x?>", "<x/>", "<saml:NameID>mallory</saml:NameID>"] {
            let xml = try SAMLWorld.signing { xml in
                let element = xml.slice(start, end) ?? ""
                return xml.replacing(element, element.replacing(end, intruder + end))
            }
            #expect(try SAMLWorld.policies(xml).map(\.rawValue) == [policy], "\(intruder)")
        }
    }

    @Test("refuses an issuer that contains more than text")
    func refusesMixedIssuer() throws {
        let xml = try SAMLWorld.signing { $0.replacing("</saml:Issuer>", "<?p x?></saml:Issuer>") }
        #expect(try SAMLWorld.policies(xml) == [.issuer, .issuer], "that of the response and that of the assertion")
    }

    @Test("reads audience and attribute values through comments and CDATA")
    func readsThroughComments() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("<saml:Audience>https", "<saml:Audience>\n htt<!-- c -->p<![CDATA[s]]>")
                .replacing(">alice-1<", ">al<!-- c -->ice<![CDATA[-1]]><")
        }
        #expect(try SAMLWorld.judge(xml).verified?.attributes.first?.values == ["alice-1"])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let policies: [ValidationFailure.Policy]
        /// The same in the profile of the attribute query.
        var queryPolicies: [ValidationFailure.Policy]?
    }

    static let audience = "<saml:Audience>https://saml.sp.example</saml:Audience>"
    static let restriction = "<saml:AudienceRestriction>\(audience)</saml:AudienceRestriction>"
    static let confirmation =
        #"<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData"#
        + #" InResponseTo="_request" NotOnOrAfter="2026-01-01T00:05:00Z" Recipient="https://sp.example/consumer">"#
        + "</saml:SubjectConfirmationData></saml:SubjectConfirmation>"
    static let statement =
        #"<saml:AuthnStatement AuthnInstant="2025-12-31T23:59:00Z" SessionNotOnOrAfter="2026-01-01T01:00:00Z">"#
        + "<saml:AuthnContext><saml:AuthnContextClassRef>"
        + "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
        + "</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
    static let name =
        #"<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">alice</saml:NameID>"#

    static let rows = [
        Row(
            testDescription: "two restrictions that both name us", old: restriction, new: restriction + restriction,
            policies: []),
        Row(
            testDescription: "a restriction that names us among others", old: audience,
            new: "<saml:Audience>https://other.example</saml:Audience>" + audience, policies: []),
        Row(
            testDescription: "two restrictions of which one names us", old: restriction,
            new: restriction + restriction.replacingOccurrences(of: "saml.sp", with: "other"), policies: [.audience]),
        Row(
            testDescription: "an audience of which ours is the beginning", old: "https://saml.sp.example<",
            new: "https://saml.sp.example.evil<", policies: [.audience]),
        Row(
            testDescription: "an audience in other letters", old: "https://saml.sp.example<",
            new: "https://SAML.sp.example<", policies: [.audience]),
        Row(testDescription: "an empty restriction", old: audience, new: "", policies: [.audience]),
        Row(testDescription: "no restriction", old: restriction, new: "", policies: [.audience]),
        Row(
            testDescription: "a single use", old: restriction, new: restriction + "<saml:OneTimeUse/>", policies: []),
        Row(
            testDescription: "a limit to proxies", old: restriction,
            new: restriction + "<saml:ProxyRestriction Count=\"0\"/>", policies: []),
        Row(
            testDescription: "an unknown condition", old: restriction,
            new: restriction + "<saml:Condition/>", policies: [.conditions]),
        Row(
            testDescription: "a known condition of another namespace", old: restriction,
            new: restriction + "<x:OneTimeUse xmlns:x=\"urn:x\"/>", policies: [.conditions]),
        Row(
            testDescription: "no confirmation", old: confirmation, new: "", policies: [.subject],
            queryPolicies: [.inResponseTo]),
        Row(
            testDescription: "a confirmation by another method", old: "cm:bearer", new: "cm:holder-of-key",
            policies: [.subject], queryPolicies: [.inResponseTo]),
        Row(
            testDescription: "a bearer with NotBefore", old: "<saml:SubjectConfirmationData ",
            new: "<saml:SubjectConfirmationData NotBefore=\"2025-01-01T00:00:00Z\" ", policies: [.subject]),
        Row(
            testDescription: "a confirmation without recipient", old: " Recipient=\"https://sp.example/consumer\"",
            new: "", policies: [.recipient], queryPolicies: []),
        Row(
            testDescription: "an empty recipient", old: " Recipient=\"https://sp.example/consumer\"",
            new: " Recipient=\"\"", policies: [.recipient]),
        Row(
            testDescription: "a confirmation without an end",
            old: "InResponseTo=\"_request\" NotOnOrAfter=\"2026-01-01T00:05:00Z\"", new: "InResponseTo=\"_request\"",
            policies: [.subject], queryPolicies: []),
        Row(
            testDescription: "two confirmations of which the second fits", old: confirmation,
            new: confirmation.replacingOccurrences(of: "sp.example", with: "other.example") + confirmation,
            policies: []),
        Row(
            testDescription: "two confirmations of which each fits only by half", old: confirmation,
            new: confirmation.replacingOccurrences(of: "sp.example", with: "other.example")
                + confirmation.replacingOccurrences(of: "2026-01-01T00:05:00Z", with: "2025-01-01T00:05:00Z"),
            policies: [.recipient]),
        Row(testDescription: "no name", old: name, new: "", policies: [.subject]),
        Row(testDescription: "an empty name", old: ">alice<", new: "> <", policies: [.subject]),
        Row(testDescription: "two names", old: name, new: name + name, policies: [.subject]),
        Row(
            testDescription: "an encrypted name", old: name, new: "<saml:EncryptedID/>", policies: [.encryption]),
        Row(
            testDescription: "no authentication", old: statement, new: "", policies: [.session], queryPolicies: []),
        Row(
            testDescription: "an authentication without context",
            old: statement.slice("<saml:AuthnContext>", "</saml:AuthnContext>") ?? "", new: "", policies: [.session]),
        Row(
            testDescription: "an attribute without name", old: "<saml:Attribute Name=\"zip\"", new: "<saml:Attribute",
            policies: [.attributes]),
        Row(
            testDescription: "a required attribute without value",
            old: "<saml:AttributeValue>alice-1</saml:AttributeValue>", new: "", policies: [.attributes]),
        Row(
            testDescription: "a required attribute whose value is nil",
            old: "<saml:AttributeValue>alice-1</saml:AttributeValue>",
            new: "<saml:AttributeValue xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"1\"/>",
            policies: [.attributes]),
        Row(
            testDescription: "an encrypted attribute", old: "<saml:AttributeStatement>",
            new: "<saml:AttributeStatement><saml:EncryptedAttribute/>", policies: [.encryption]),
        Row(
            testDescription: "another version",
            old:
                "IssueInstant=\"2026-01-01T00:00:00Z\" Version=\"2.0\"><saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">https://idp.example/mvpd</saml:Issuer><saml:Subject>",
            new:
                "IssueInstant=\"2026-01-01T00:00:00Z\" Version=\"1.1\"><saml:Issuer>https://idp.example/mvpd</saml:Issuer><saml:Subject>",
            policies: [.assertion]),
        Row(
            testDescription: "children out of the schema's order", old: "</saml:Assertion>",
            new: "<saml:Subject/></saml:Assertion>", policies: [.structure]),
        Row(
            testDescription: "a child of another namespace", old: "</saml:Assertion>",
            new: "<x:Statement xmlns:x=\"urn:x\"/></saml:Assertion>", policies: [.structure]),
    ]

    @Test("checks each part of a signed assertion", arguments: rows)
    func judges(_ row: Row) throws {
        let xml = try SAMLWorld.signing { $0.replacing(row.old, row.new) }
        #expect(try SAMLWorld.policies(xml) == row.policies)
        #expect(
            try SAMLWorld.policies(xml, SAMLWorld.requirements(.attributeQuery)) == row.queryPolicies ?? row.policies)
    }

    @Test("requires conditions in web single sign-on, and an audience if one is expected")
    func conditionsMissing() throws {
        let xml = try SAMLWorld.signing { xml in
            xml.replacing(xml.slice("<saml:Conditions", "</saml:Conditions>") ?? "", "")
        }
        #expect(try SAMLWorld.policies(xml) == [.conditions])
        var query = SAMLWorld.requirements(.attributeQuery)
        #expect(try SAMLWorld.policies(xml, query) == [.audience])
        query.audience = nil
        #expect(try SAMLWorld.policies(xml, query) == [])
    }

    @Test("checks only what is expected")
    func expectsNothing() throws {
        let xml = try SAMLWorld.response {
            $0.issuer = "a"
            $0.audience = "b"
            $0.recipient = "c"
            $0.destination = "d"
            $0.inResponseTo = "e"
            $0.attributes = []
        }
        #expect(try SAMLWorld.policies(xml, ResponseRequirements()) == [])
    }

    @Test("checks a destination only if the response has one")
    func destination() throws {
        #expect(try SAMLWorld.policies(SAMLWorld.response { $0.destination = nil }) == [])
        #expect(try SAMLWorld.policies(SAMLWorld.response { $0.destination = "https://x" }) == [.destination])
        #expect(try SAMLWorld.policies(SAMLWorld.response { $0.destination = "" }) == [.destination])
    }

    @Test("also checks the unsigned response around a signed assertion, but only to reject it")
    func shellRefuses() throws {
        let honest = try SAMLWorld.response()
        let start = "ID=\"_response\" InResponseTo=\"_request\""
        #expect(
            try SAMLWorld.policies(honest.replacing(start, "ID=\"_response\" InResponseTo=\"_x\"")) == [.inResponseTo])
        let issuer = "<saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">https://idp.example/mvpd"
        let end = try #require(honest.range(of: issuer)?.upperBound)
        #expect(try SAMLWorld.policies(honest[..<end] + "/x" + honest[end...]) == [.issuer])
    }

    @Test("checks the answer to an attribute query by its own rules: subject, and request in a signed element")
    func attributeQuery() throws {
        var requirements = SAMLWorld.requirements(.attributeQuery)
        requirements.subject = "alice"
        let bare: (inout ResponseContent) -> Void = {
            $0.recipient = nil
            $0.destination = nil
            $0.sessionNotOnOrAfter = nil
        }
        #expect(try SAMLWorld.policies(SAMLWorld.response(signed: .response, bare), requirements) == [])
        #expect(try SAMLWorld.policies(SAMLWorld.response(signed: .assertion, bare), requirements) == [.inResponseTo])
        requirements.subject = "bob"
        let failures = try SAMLWorld.judge(SAMLWorld.response(signed: .response, bare), requirements).failures
        #expect(failures.map(\.policy) == [.subject])
        #expect(!failures.description.contains("alice"), "names of people are no one's to read in a log")
    }

    @Test("checks the authentication context if one is required")
    func authnContext() throws {
        var requirements = SAMLWorld.requirements()
        requirements.authnContext = SAMLNames.passwordProtectedTransport
        #expect(try SAMLWorld.policies(SAMLWorld.response(), requirements) == [])
        requirements.authnContext = "urn:other"
        #expect(try SAMLWorld.policies(SAMLWorld.response(), requirements) == [.session])
    }

    @Test("refuses an assertion that was accepted before")
    func replay() throws {
        var requirements = SAMLWorld.requirements()
        requirements.isReplay = { $0 == "_assertion" }
        #expect(try SAMLWorld.policies(SAMLWorld.response(), requirements) == [.replay])
        #expect(try SAMLWorld.policies(SAMLWorld.response { $0.assertionID = "_new" }, requirements) == [])
    }

    @Test("keeps duplicate attributes and their order")
    func duplicates() throws {
        let attributes = SAMLWorld.content.attributes + Array(repeating: .init("zip", ["1", "", "1"]), count: 2)
        for (given, format) in [("basic", SAMLNames.basicAttributeName), (nil, nil)] {
            let xml = try SAMLWorld.response { ($0.attributes, $0.attributeNameFormat) = (attributes, given) }
            #expect(
                try SAMLWorld.judge(xml).verified?.attributes
                    == attributes.map { SAMLAttribute(name: $0.name, nameFormat: format, values: $0.values) })
        }
    }

    @Test("refuses encrypted assertions, signed or not")
    func encrypted() throws {
        let bare = try SAMLWorld.response(signed: .neither)
        let assertion = try #require(bare.slice("<saml:Assertion ", "</saml:Assertion>"))
        let xml = bare.replacing(
            assertion, "<saml:EncryptedAssertion xmlns:saml=\"\(SAMLNames.assertionNamespace)\"/>")
        #expect(try SAMLWorld.policies(xml) == [.encryption])
        #expect(
            try SAMLWorld.policies(SAMLWorld.sign(xml, after: "<samlp:Response ", id: "_response")) == [.encryption])
    }

    @Test("refuses a signed success without an assertion")
    func noAssertion() throws {
        let xml = try SAMLWorld.signing(.response) { xml in
            xml.replacing(xml.slice("<saml:Assertion ", "</saml:Assertion>") ?? "", "")
        }
        #expect(try SAMLWorld.policies(xml) == [.assertion])
    }
}
