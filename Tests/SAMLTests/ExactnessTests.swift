import Foundation
import TVSimSAML
import TVSimStructuredText
import Testing

/// What looks like the right thing, and is not: other characters, one of two places, one child too many.
@Suite("Exactness")
struct ExactnessTests {
    /// Unicode calls each pair canonically equivalent; Swift's `==` takes them for equal.
    static let lookalikes = [("K", "\u{212A}"), (";", "\u{37E}"), ("\u{E9}", "e\u{301}")]

    @Test("compares issuer, audience, addresses and requests byte by byte", arguments: lookalikes)
    func lookalike(_ expected: String, _ found: String) throws {
        #expect(expected == found && !expected.utf8.elementsEqual(found.utf8))
        var requirements = SAMLWorld.requirements()
        requirements.issuer = "https://idp.example/" + expected
        requirements.audience = "https://sp.example/" + expected
        requirements.recipient = "https://sp.example/consumer/" + expected
        let letter = expected.allSatisfy(\.isASCII) && expected != ";" ? expected : "K"
        requirements.inResponseTo = "_" + letter
        func content(_ character: String, _ change: (inout ResponseContent) -> Void = { _ in }) throws -> String {
            try SAMLWorld.response {
                $0.issuer = "https://idp.example/" + character
                $0.audience = "https://sp.example/" + character
                $0.recipient = "https://sp.example/consumer/" + character
                $0.destination = $0.recipient
                $0.inResponseTo = "_" + letter
                change(&$0)
            }
        }
        #expect(try SAMLWorld.policies(content(expected), requirements) == [])
        for (policy, change) in [
            (.issuer, { $0.issuer = "https://idp.example/" + found }),
            (.audience, { $0.audience = "https://sp.example/" + found }),
            (.destination, { $0.destination = "https://sp.example/consumer/" + found }),
            (.recipient, { $0.recipient = "https://sp.example/consumer/" + found }),
        ] as [(ValidationFailure.Policy, (inout ResponseContent) -> Void)] {
            #expect(try SAMLWorld.policies(content(expected, change), requirements) == [policy])
        }
        let kelvin = try content(expected) { $0.inResponseTo = "_\u{212A}" }
        requirements.inResponseTo = "_K"
        #expect(try SAMLWorld.policies(kelvin, requirements) == [.inResponseTo])
    }

    @Test("refuses different attribute names that look the same, because a dictionary by name would mix them up")
    func attributeNames() throws {
        let xml = try SAMLWorld.response {
            $0.attributes += [.init("K", ["1"]), .init("\u{212A}", ["2"])]
        }
        #expect(try SAMLWorld.policies(xml) == [.attributes])
        var requirements = SAMLWorld.requirements()
        requirements.requiredAttributes = ["K"]
        let alone = try SAMLWorld.response { $0.attributes.append(.init("\u{212A}", ["2"])) }
        #expect(try SAMLWorld.policies(alone, requirements) == [.attributes])
    }

    @Test(
        "requires InResponseTo in both the response and the bearer confirmation",
        arguments: ResponseIssuer.Signed.allCases.filter { $0 != .neither })
    func bothSayIt(_ signed: ResponseIssuer.Signed) throws {
        let honest = try SAMLWorld.signing(signed) { $0 }
        #expect(try SAMLWorld.policies(honest) == [])
        for start in ["<samlp:Response ", "<saml:SubjectConfirmationData "] {
            let silent = try SAMLWorld.signing(signed) { xml in
                let tag = xml.slice(start, ">") ?? ""
                return xml.replacing(tag, tag.replacing(" InResponseTo=\"_request\"", ""))
            }
            #expect(try SAMLWorld.policies(silent) == [.inResponseTo], "\(start)")
            // An unsolicited response says it nowhere, and never in one of the two places.
            var requirements = SAMLWorld.requirements()
            requirements.unsolicited = true
            #expect(try SAMLWorld.policies(silent, requirements) == [.inResponseTo], "\(start)")
        }
    }

    @Test(
        "refuses children that the schema does not allow, in all elements that it reads",
        arguments: [
            ("</samlp:Status>", #"<samlp:StatusCode Value="x"></samlp:StatusCode></samlp:Status>"#),
            ("</saml:SubjectConfirmation>", "<saml:SubjectConfirmationData/></saml:SubjectConfirmation>"),
            ("</saml:Subject>", "<saml:NameID>mallory</saml:NameID></saml:Subject>"),
            ("</saml:Subject>", "<x/></saml:Subject>"),
            ("</saml:AudienceRestriction>", "<x/></saml:AudienceRestriction>"),
            ("</saml:AuthnStatement>", "<saml:AuthnContext/></saml:AuthnStatement>"),
            ("</saml:AuthnContext>", "<x/></saml:AuthnContext>"),
            ("</saml:AttributeStatement>", "<x/></saml:AttributeStatement>"),
            ("</saml:Attribute>", "<x/></saml:Attribute>"),
        ])
    func schema(_ old: String, _ new: String) throws {
        let xml = try SAMLWorld.signing { $0.replacing(old, new) }
        #expect(try SAMLWorld.policies(xml) == [.structure], "\(new)")
    }

    @Test("refuses a subject with a BaseID and a NameID, and an audience restriction without an audience")
    func namesNobody() throws {
        let both = try SAMLWorld.signing { $0.replacing("<saml:NameID ", "<saml:BaseID/><saml:NameID ") }
        #expect(try SAMLWorld.policies(both) == [.subject])
        let nobody = try SAMLWorld.signing { xml in
            xml.replacing(xml.slice("<saml:Audience>", "</saml:Audience>") ?? "", "")
        }
        #expect(try SAMLWorld.policies(nobody, ResponseRequirements()) == [.audience])
    }

    @Test("reads a NameID as the value of an attribute, as in eduPersonTargetedID")
    func nameAsValue() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(
                "<saml:AttributeValue>alice-1</saml:AttributeValue>",
                "<saml:AttributeValue> <saml:NameID Format=\"x\">t<!-- -->7</saml:NameID> </saml:AttributeValue>")
        }
        let values = try SAMLWorld.judge(xml).verified?.attributes.first { $0.name == "userID" }?.values
        #expect(values == ["t7"])
    }
}
