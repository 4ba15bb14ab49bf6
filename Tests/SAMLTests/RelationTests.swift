import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

/// How a response relates to a request, to proxies and to earlier responses.
struct RelationTests {
    private static func policies(
        answering request: String?, unsolicited: Bool = false, _ profile: ResponseRequirements.Profile = .webSSO,
        signed: ResponseIssuer.Signed = .assertion, _ change: (inout ResponseContent) -> Void = { _ in }
    ) throws -> [ValidationFailure.Policy] {
        var requirements = SAMLWorld.requirements(profile)
        (requirements.inResponseTo, requirements.unsolicited) = (request, unsolicited)
        return try SAMLWorld.policies(SAMLWorld.response(signed: signed, change), requirements)
    }

    @Test(
        "accepts an answer if one is expected, and an unsolicited response if none is",
        arguments: [
            ResponseIssuer.Signed.assertion, .response, .both,
        ])
    func solicitation(signed: ResponseIssuer.Signed) throws {
        for profile in ResponseRequirements.Profile.allCases {
            let unasked: (inout ResponseContent) -> Void = { $0.inResponseTo = nil }
            #expect(try Self.policies(answering: "_request", profile, signed: signed) == [])
            #expect(try Self.policies(answering: "_request", profile, signed: signed, unasked) == [.inResponseTo])
            #expect(try Self.policies(answering: nil, unsolicited: true, profile, signed: signed) == [.inResponseTo])
            #expect(try Self.policies(answering: nil, unsolicited: true, profile, signed: signed, unasked) == [])
            #expect(try Self.policies(answering: "_request", unsolicited: true, profile, signed: signed) == [])
            #expect(try Self.policies(answering: "_request", unsolicited: true, profile, signed: signed, unasked) == [])
            #expect(try Self.policies(answering: "_x", unsolicited: true, profile, signed: signed) == [.inResponseTo])
            #expect(try Self.policies(answering: nil, profile, signed: signed, unasked) == [])
        }
    }

    @Test("refuses a response of which one element answers a request and the other does not")
    func both() throws {
        for old in [#"ID="_response" InResponseTo="_request""#, #"SubjectConfirmationData InResponseTo="_request""#] {
            let xml = try SAMLWorld.signing(.response) {
                $0.replacing(old, old.replacing(#" InResponseTo="_request""#, ""))
            }
            var requirements = SAMLWorld.requirements()
            (requirements.inResponseTo, requirements.unsolicited) = (nil, true)
            #expect(try SAMLWorld.policies(xml, requirements) == [.inResponseTo])
        }
    }

    @Test("reports OneTimeUse, and the Count of ProxyRestriction")
    func oneTimeUse() throws {
        let response = try #require(
            try SAMLWorld.judge(
                SAMLWorld.response {
                    $0.isOneTimeUse = true
                    $0.proxyCount = 0
                }
            ).verified)
        #expect(response.isOneTimeUse && response.proxyCount == 0)
        let plain = try #require(try SAMLWorld.judge(SAMLWorld.response()).verified)
        #expect(!plain.isOneTimeUse && plain.proxyCount == nil)
        #expect(plain.authnInstant == SAMLWorld.now - 60)
    }

    @Test("refuses more identity providers behind the issuer than the request's scoping allows")
    func scoping() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(
                "</saml:AuthnContextClassRef>",
                "</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>https://a.example</saml:AuthenticatingAuthority>"
            )
        }
        for (count, policies) in [(nil, []), (1, []), (0, [.session])] as [(Int?, [ValidationFailure.Policy])] {
            var requirements = SAMLWorld.requirements()
            requirements.proxyCount = count
            #expect(try SAMLWorld.policies(xml, requirements) == policies)
        }
    }

    /// SAML Core 2.0, 8.3.7 describes the qualifier.
    @Test("checks the subject and its SPNameQualifier on request; a missing qualifier means this service provider")
    func subject() throws {
        var requirements = SAMLWorld.requirements()
        requirements.subject = "alice"
        requirements.spNameQualifier = "https://saml.sp.example"
        #expect(try SAMLWorld.policies(SAMLWorld.response(), requirements) == [])
        #expect(try SAMLWorld.policies(SAMLWorld.response { $0.nameID = "bob" }, requirements) == [.subject])
        for (qualifier, policies) in [("https://saml.sp.example", []), ("https://other.example", [.subject])]
            as [(String, [ValidationFailure.Policy])]
        {
            let xml = try SAMLWorld.signing {
                $0.replacing("<saml:NameID ", "<saml:NameID SPNameQualifier=\"\(qualifier)\" ")
            }
            #expect(try SAMLWorld.policies(xml, requirements) == policies)
        }
    }

    /// SAML Profiles 2.0, 4.1.4.2: both name the request.
    @Test("refuses a response and a bearer confirmation that answer different requests, also if none is expected")
    func contradiction() throws {
        var requirements = SAMLWorld.requirements()
        requirements.inResponseTo = nil
        let confirmation = "<saml:SubjectConfirmationData InResponseTo=\"_request\""
        for (other, policies) in [
            ("<saml:SubjectConfirmationData InResponseTo=\"_other\"", [.inResponseTo]),
            ("<saml:SubjectConfirmationData", []), (confirmation, []),
        ] as [(String, [ValidationFailure.Policy])] {
            for signed in [ResponseIssuer.Signed.assertion, .response, .both] {
                let xml = try SAMLWorld.signing(signed) { $0.replacing(confirmation, other) }
                #expect(try SAMLWorld.policies(xml, requirements) == policies, "\(other)")
            }
        }
    }

    @Test("keeps every failure, also if one claim is unreadable")
    func keepsAll() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("</saml:NameID>", "<?p x?></saml:NameID>")
                .replacing("</saml:Audience>", "<b/></saml:Audience>")
                .replacing(#"SessionNotOnOrAfter="2026"#, #"SessionNotOnOrAfter="2025"#)
        }
        #expect(try SAMLWorld.policies(xml) == [.subject, .audience, .session])
    }

    @Test(
        "checks an inner signature in its own document: a listed prefix may be declared only around the assertion"
    )
    func outerPrefix() throws {
        var xml = try SAMLWorld.response(signed: .neither)
        xml = xml.replacing("<samlp:Response ", #"<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema" "#)
        var recipe = SignatureRecipe()
        recipe.inclusivePrefixes = ["xs"]
        xml = try SAMLWorld.sign(xml, after: "<saml:Assertion ", id: "_assertion", recipe: recipe)
        #expect(try SAMLWorld.policies(xml) == [])
        let both = try SAMLWorld.sign(xml, after: "<samlp:Response ", id: "_response")
        #expect(try SAMLWorld.judge(both).verified?.signed == .both)
        // Without the declaration the inner signature is another one's.
        let other = try SAMLWorld.sign(
            xml.replacing("http://www.w3.org/2001/XMLSchema", "urn:other"), after: "<samlp:Response ", id: "_response")
        #expect(try SAMLWorld.policies(other) == [.signature])
    }

    @Test("accepts thousands of typed values: canonicalization repeats their declaration, which does not count")
    func typedValues() throws {
        let value = #"<saml:AttributeValue xsi:type="xs:string">a</saml:AttributeValue>"#
        let xml = try SAMLWorld.signing {
            $0.replacing(
                "<saml:Assertion ",
                #"<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" "#
                    + #"xmlns:xsi="\#(SAMLNames.schemaInstanceNamespace)" "#
            ).replacing(
                "</saml:AttributeStatement>",
                #"<saml:Attribute Name="many">\#(String(repeating: value, count: 4_150))</saml:Attribute>"#
                    + "</saml:AttributeStatement>")
        }
        #expect(try SAMLWorld.policies(xml) == [])
    }

    @Test("refuses a long list of prefixes before it canonicalizes anything")
    func prefixes() throws {
        for count in [1, 32] {
            var recipe = SignatureRecipe()
            recipe.inclusivePrefixes = (0..<count).map { "p\($0)" }
            #expect(try SAMLWorld.policies(SAMLWorld.response(recipe: recipe)) == [])
        }
        var recipe = SignatureRecipe()
        recipe.inclusivePrefixes = (0..<33).map { "p\($0)" }
        #expect(try SAMLWorld.policies(SAMLWorld.response(recipe: recipe)) == [.size])
    }
}
