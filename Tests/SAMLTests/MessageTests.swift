import Foundation
import TVSimSAML
import TVSimXMLSecurity
import Testing

/// What a refusal says: the expected and the found value, where it stands, and what would accept it.
@Suite struct MessageTests {
    private typealias Policy = ValidationFailure.Policy

    private func failures(
        _ xml: String, _ change: (inout ResponseRequirements) -> Void = { _ in }
    ) throws -> [ValidationFailure] {
        var requirements = SAMLWorld.requirements()
        change(&requirements)
        return try SAMLWorld.judge(xml, requirements).failures
    }

    @Test(
        "names what cannot be seen, or differs in one character",
        arguments: [
            ("https://saml.sp.example\u{A0}", "(the found value has U+00A0 (no-break space) at the end)"),
            ("https://saml.sp.example/", "(they differ in the '/' at the end only)"),
            ("https://SAML.sp.example", "(they differ in upper and lower case only)"),
            ("http://saml.sp.example", "(they differ in the scheme only)"),
            ("\u{200B}https://saml.sp.example", "(the found value has U+200B (zero width space) at the start)"),
        ])
    func lookalikes(_ audience: String, _ hint: String) throws {
        let failure = try #require(try failures(try SAMLWorld.response { $0.audience = audience }).first)
        #expect(failure.policy == .audience && failure.reason.contains(hint), "\(failure.reason)")
        #expect(
            failure.expected == SAMLWorld.audience
                && failure.actual?.unicodeScalars.count == audience.unicodeScalars.count)
    }

    @Test("gives the reader's clock, the difference, and the skew that would accept it")
    func clocks() throws {
        let early = try #require(
            try failures(try SAMLWorld.response { $0.notBefore = SAMLWorld.now + 312.252 }).first {
                $0.policy == .conditions
            })
        #expect(
            early.reason
                == "The assertion is not valid before 2026-01-01T00:05:12.252Z (NotBefore of <Conditions>): the clock of the "
                + "reader shows 2026-01-01T00:00:00Z, 5 min 12.252 s earlier.")
        #expect(early.expected == "2026-01-01T00:00:00Z" && early.actual == "2026-01-01T00:05:12.252Z")
        #expect(early.acceptedBy == .clockSkew(seconds: 313))
        let over = try #require(
            try failures(try SAMLWorld.response { $0.sessionNotOnOrAfter = SAMLWorld.now }).first)
        #expect(over.reason.hasSuffix("the end itself, which is exclusive."))
        #expect(over.acceptedBy == .clockSkew(seconds: 1))
        let old = try failures(try SAMLWorld.response { $0.sessionNotOnOrAfter = SAMLWorld.now - 86_400 })
        #expect(old.map(\.acceptedBy) == [nil], "a day is not a difference of clocks")
    }

    @Test(
        "accepts each difference of clocks with exactly the skew that the message names",
        arguments: [0, 0.5, 1, 312.252])
    func sufficientSkew(_ seconds: TimeInterval) throws {
        for xml in [
            try SAMLWorld.response { $0.sessionNotOnOrAfter = SAMLWorld.now - seconds },
            try SAMLWorld.response { ($0.notBefore, $0.notOnOrAfter) = (SAMLWorld.now + seconds, SAMLWorld.now + 900) },
        ] {
            guard let failure = try failures(xml).first else {
                #expect(seconds == 0)
                continue
            }
            guard case .clockSkew(let skew)? = failure.acceptedBy else {
                Issue.record("no skew: \(failure.reason)")
                continue
            }
            #expect(try failures(xml) { $0.clockSkew = TimeInterval(skew) } == [])
            #expect(try failures(xml) { $0.clockSkew = TimeInterval(skew - 1) } != [])
        }
    }

    @Test(
        "quotes a time that cannot be read, and accepts UTC as an offset of zero",
        arguments: [
            ("2026-01-01T00:00:00.123", "which has no time zone: expected '2026-01-01T00:00:00.123Z'."),
            ("2026-01-01T02:00:00+02:00", "which has an offset from UTC: expected '2026-01-01T00:00:00Z'."),
            ("yesterday", "which is not a time in UTC: expected a time such as '2026-01-01T00:00:00Z'."),
            ("2026-01-01T00:00:00+00:00", nil),
        ] as [(String, String?)])
    func times(_ text: String, _ end: String?) throws {
        let xml = try SAMLWorld.signing {
            $0.replacing("AuthnInstant=\"2025-12-31T23:59:00Z\"", "AuthnInstant=\"\(text)\"")
        }
        let failures = try failures(xml)
        #expect(failures.map(\.policy) == (end == nil ? [] : [.session]))
        #expect(
            failures.map(\.reason) == (end.map { ["The AuthnInstant of <AuthnStatement> is '\(text)', \($0)"] } ?? []))
        #expect(failures.first?.actual == (end == nil ? nil : text))
    }

    @Test(
        "says why an ID is not valid",
        arguments: [
            ("6dyp", "The ID '6dyp' of <Assertion> begins with a digit: an XML ID begins with a letter or '_'."),
            ("-a", "The ID '-a' of <Assertion> begins with a hyphen: an XML ID begins with a letter or '_'."),
            ("a:b", "The ID 'a:b' of <Assertion> has a ':', which an XML ID must not have."),
            ("", "The ID of <Assertion> is empty."),
            ("a b", "The ID 'a b' of <Assertion> has a character other than letters, digits, '_', '.', ':' and '-'."),
        ])
    func identifiers(_ id: String, _ reason: String) throws {
        let xml = try SAMLWorld.response(signed: .neither).replacing("ID=\"_assertion\"", "ID=\"\(id)\"")
        #expect(try failures(xml).map(\.reason) == [reason])
    }

    @Test("recognizes SAML 1.1, and a child of another namespace")
    func namespaces() throws {
        let xml = try SAMLWorld.response()
        let old = xml.replacing(SAMLNames.protocolNamespace, "urn:oasis:names:tc:SAML:1.0:protocol")
        #expect(try failures(old).first?.reason.contains("SAML 1.1 or 1.0") == true)
        let strange = xml.replacing("<samlp:Status>", "<samlp:Status xmlns:samlp=\"urn:other\">")
        #expect(try failures(strange).first?.reason.contains("the namespace 'urn:other', not") == true)
    }

    @Test("names what accepts SHA-1, and nothing for HMAC")
    func algorithms() throws {
        var recipe = SignatureRecipe()
        recipe.digestAlgorithm = .sha1
        let digest = try failures(try SAMLWorld.response(recipe: recipe))
        #expect(digest.map(\.acceptedBy) == [.weakness(.sha1)])
        #expect(digest.map(\.actual) == [DigestAlgorithm.sha1.rawValue])
        recipe = SignatureRecipe()
        recipe.claimedAlgorithm = "http://www.w3.org/2000/09/xmldsig#hmac-sha256"
        #expect(try failures(try SAMLWorld.response(recipe: recipe)).map(\.acceptedBy) == [nil])
    }

    @Test("never repeats the name of a user or the value of an attribute")
    func privacy() throws {
        let xml = try SAMLWorld.response { $0.attributes.append(.init("extra", ["secret-value"])) }
        let found = try failures(xml) {
            $0.subject = "bob"
            $0.requiredAttributes = ["missing"]
            $0.singleAttributes = ["zip"]
        }
        #expect(found.map(\.policy) == [.subject, .attributes, .attributes])
        for failure in found {
            for text in [failure.reason, failure.actual ?? ""] {
                #expect(!text.contains("alice") && !text.contains("secret-value") && !text.contains("10001"), "\(text)")
            }
        }
    }
}
