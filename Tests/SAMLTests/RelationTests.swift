import Foundation
import Identifiers
import SAML
import Testing
import XMLSecurity

/// How a response relates to a request, to proxies and to earlier responses.
struct RelationTests {
    private static func policies(
        _ solicitation: ResponseExpectation.Solicitation, _ profile: ResponseExpectation.Profile = .webSSO,
        signed: ResponseIssuer.Signed = .assertion, _ change: (inout ResponseContent) -> Void = { _ in }
    ) throws -> [ValidationFailure.Policy] {
        var expectation = SAMLWorld.expectation(profile)
        expectation.solicitation = solicitation
        return try SAMLWorld.policies(SAMLWorld.response(signed: signed, change), expectation)
    }

    @Test(
        "believes an answer where one is awaited, and a response to nobody where none is",
        arguments: [
            ResponseIssuer.Signed.assertion, .response, .both,
        ])
    func solicitation(signed: ResponseIssuer.Signed) throws {
        for profile in ResponseExpectation.Profile.allCases {
            let unasked: (inout ResponseContent) -> Void = { $0.inResponseTo = nil }
            #expect(try Self.policies(.answer(to: "_request"), profile, signed: signed) == [])
            #expect(try Self.policies(.answer(to: "_request"), profile, signed: signed, unasked) == [.inResponseTo])
            #expect(try Self.policies(.unsolicited, profile, signed: signed) == [.inResponseTo])
            #expect(try Self.policies(.unsolicited, profile, signed: signed, unasked) == [])
            #expect(try Self.policies(.answerOrUnsolicited(to: "_request"), profile, signed: signed) == [])
            #expect(try Self.policies(.answerOrUnsolicited(to: "_request"), profile, signed: signed, unasked) == [])
            #expect(try Self.policies(.answerOrUnsolicited(to: "_x"), profile, signed: signed) == [.inResponseTo])
            #expect(try Self.policies(.notChecked, profile, signed: signed, unasked) == [])
        }
    }

    @Test("never believes both: an answer by one element, to nobody by the other")
    func both() throws {
        for old in [#"ID="_response" InResponseTo="_request""#, #"SubjectConfirmationData InResponseTo="_request""#] {
            let xml = try SAMLWorld.signing(.response) {
                $0.replacing(old, old.replacing(#" InResponseTo="_request""#, ""))
            }
            var expectation = SAMLWorld.expectation()
            expectation.solicitation = .unsolicited
            #expect(try SAMLWorld.policies(xml, expectation) == [.inResponseTo])
        }
    }

    @Test("tells that an assertion is for one use, and how many may stand between")
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

    @Test("lets no more identity providers stand behind the issuer than the request's scoping allows")
    func scoping() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing(
                "</saml:AuthnContextClassRef>",
                "</saml:AuthnContextClassRef><saml:AuthenticatingAuthority>https://a.example</saml:AuthenticatingAuthority>"
            )
        }
        for (count, policies) in [(nil, []), (1, []), (0, [.session])] as [(Int?, [ValidationFailure.Policy])] {
            var expectation = SAMLWorld.expectation()
            expectation.proxyCount = count
            #expect(try SAMLWorld.policies(xml, expectation) == policies)
        }
    }

    @Test("keeps every reason, beside one that cannot be read")
    func keepsAll() throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("</saml:NameID>", "<?p x?></saml:NameID>")
                .replacing("</saml:Audience>", "<b/></saml:Audience>")
                .replacing(#"SessionNotOnOrAfter="2026"#, #"SessionNotOnOrAfter="2025"#)
        }
        #expect(try SAMLWorld.policies(xml) == [.subject, .audience, .session])
    }

    @Test(
        "checks an inner signature where it was made: a prefix that it lists may be declared around the assertion alone"
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

    @Test("refuses a long list of prefixes before it canonicalises anything")
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
