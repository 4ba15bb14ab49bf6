import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// Two causes of an invalid signature have two sentences.
@Suite("A signature that is not valid") struct SignatureCauseTests {
    private static func reason(_ xml: String, _ cause: String) throws -> String {
        let failures = try SAMLWorld.judge(xml).failures
        #expect(failures.map(\.policy) == [.signature], "\(cause): \(failures)")
        return failures.first?.reason ?? ""
    }

    private static func signed(
        by pair: TestKeyPair = TestKeys.provider, keyInfo: SignatureRecipe.KeyInfo = .ownCertificate,
        _ change: (inout SignatureRecipe) -> Void = { _ in }
    ) throws -> String {
        var recipe = SignatureRecipe()
        recipe.keyInfo = keyInfo
        change(&recipe)
        let issuer = ResponseIssuer(
            identity: try SAMLWorld.identity(pair), impostor: try SAMLWorld.identity(TestKeys.impostor), recipe: recipe)
        return try #require(try issuer.issue(SAMLWorld.content))
    }

    /// A changed value of RSA cannot be told from that of another key, and the sentence says so.
    @Test("names the cause: who made it, how, and over what")
    func makers() throws {
        let trusted = try SAMLWorld.identity().certificate.fingerprint
        let other = try SAMLWorld.identity(TestKeys.impostor).certificate.fingerprint
        let named = SignatureRecipe.KeyInfo.written("<ds:KeyName>kid-77</ds:KeyName>")
        let genuine = try Self.signed()
        #expect(try SAMLWorld.judge(genuine).verified != nil)
        #expect(try SAMLWorld.judge(Self.signed(keyInfo: .absent)).verified != nil)
        #expect(try SAMLWorld.judge(Self.signed(keyInfo: named)).verified != nil)
        let rows: [(cause: String, names: String, xml: String)] = [
            ("another key, no KeyInfo", trusted, try Self.signed(by: TestKeys.impostor, keyInfo: .absent)),
            ("another key, KeyName", "<KeyName> 'kid-77'", try Self.signed(by: TestKeys.impostor, keyInfo: named)),
            ("another key, its certificate", other, try Self.signed(by: TestKeys.impostor)),
            (
                "another key, the trusted certificate", "KeyInfo contains the trusted certificate",
                try Self.signed(
                    by: TestKeys.impostor, keyInfo: .certificate(SAMLWorld.identity().certificate))
            ),
            (
                "another algorithm", "RSA PKCS#1 v1.5 and SHA-512",
                try Self.signed {
                    $0.algorithm = .rsaSHA512
                    $0.claimedAlgorithm = SignatureAlgorithm.rsaSHA256.rawValue
                }
            ),
            ("MD5", "RSA PKCS#1 v1.5 and MD5", try Self.signed { $0.signsByMD5 = true }),
            (
                "PSS", "RSA-PSS and SHA-256",
                try Self.signed {
                    $0.algorithm = .rsaPSSSHA256
                    $0.claimedAlgorithm = SignatureAlgorithm.rsaSHA256.rawValue
                }
            ),
            (
                "a changed SignedInfo", "over another SignedInfo",
                genuine.replacing("<ds:DigestValue>", "<ds:DigestValue>AAAA").replacing(
                    /<ds:DigestValue>AAAA..../, with: "<ds:DigestValue>AAAA")
            ),
        ]
        expectTwoSentences(
            for: try rows.map { Cause($0.cause, names: $0.names, said: try Self.reason($0.xml, $0.cause)) })
    }

    @Test("names the cause: what happened to the content after it was signed")
    func contents() throws {
        let genuine = try SAMLWorld.signing { $0.replacing(">10001<", ">Casta\u{F1}eda Ortiz<") }
        #expect(try SAMLWorld.judge(genuine).verified != nil)
        let responseFirst = try SAMLWorld.sign(
            SAMLWorld.sign(
                SAMLWorld.response(signed: .neither), after: "<samlp:Response ", id: "_response"),
            after: "<saml:Assertion ", id: "_assertion")
        let padded = try SAMLWorld.signing { $0.replacing(">10001<", ">10001\n<") }
        let rows: [(cause: String, names: String, xml: String)] = [
            ("other content", "DigestValue is '", genuine.replacing("alice-1", "alice-2")),
            ("indented", "white space between elements", genuine.replacing("<saml:Conditions ", "\n<saml:Conditions ")),
            ("read as Latin-1", "Latin-1", genuine.replacing("\u{F1}", "\u{C3}\u{B1}")),
            ("normalized", "NFC", genuine.replacing("\u{F1}", "n\u{303}")),
            ("lost characters", "U+FFFD", genuine.replacing("\u{F1}", "\u{FFFD}")),
            ("other prefixes", "prefixes", Self.renamed(genuine)),
            ("trimmed", "at the end of the text of <AttributeValue>", padded.replacing(">10001\n<", ">10001<")),
            ("padded", "at the ends of the text of <AttributeValue>", genuine.replacing(">94<", "> 94 <")),
            ("the response first", "the signature of <Assertion> was inserted later", responseFirst),
        ]
        expectTwoSentences(
            for: try rows.map { Cause($0.cause, names: $0.names, said: try Self.reason($0.xml, $0.cause)) })
    }

    /// The message as a program writes it that has chosen another prefix for the assertion.
    private static func renamed(_ xml: String) -> String {
        xml.replacing("xmlns:saml=", "xmlns:ns0=").replacing("<saml:", "<ns0:").replacing("</saml:", "</ns0:")
    }

    @Test("says which of two signatures is intact")
    func two() throws {
        let both = try SAMLWorld.response(signed: .both)
        #expect(try SAMLWorld.judge(both).verified != nil)
        let bad = try #require(both.slice("<saml:Assertion ", "</saml:Assertion>"))
        let rows: [(cause: String, names: String, xml: String)] = [
            (
                "the response was changed", "The <Assertion> is intact",
                both.replacing("<samlp:Response ", "<samlp:Response Consent=\"urn:x\" ")
            ),
            (
                "both were changed", "The own signature of <Assertion> is not valid either",
                both.replacing(bad, bad.replacing("alice-1", "alice-2"))
            ),
            (
                "the assertion's signature is of another key", "The signature of <Response>, which covers it, is valid",
                try {
                    let bare = try SAMLWorld.response(signed: .neither)
                    let start = try #require(bare.range(of: "<saml:Assertion ")?.upperBound)
                    let end = try #require(bare.range(of: "</saml:Issuer>", range: start..<bare.endIndex)?.upperBound)
                    let inner = try EnvelopedSigner.sign(
                        String(bare[..<end]), String(bare[end...]), id: "_assertion",
                        with: SAMLWorld.identity(TestKeys.impostor))
                    return try SAMLWorld.sign(inner, after: "<samlp:Response ", id: "_response")
                }()
            ),
        ]
        expectTwoSentences(
            for: try rows.map { Cause($0.cause, names: $0.names, said: try Self.reason($0.xml, $0.cause)) })
    }

    /// What explains a refusal reads hostile content: its work stays bounded.
    @Test(
        "is explained in bounded time", .timeLimit(.minutes(1)),
        arguments: [
            String(repeating: "\u{F1}", count: 60_000), "n" + String(repeating: "\u{301}\u{316}", count: 60_000),
            String(repeating: "<saml:A>x</saml:A>", count: 9_000), String(repeating: "\n", count: 200_000),
            String(repeating: "&#xD;\n", count: 40_000),
        ])
    func bounded(_ content: String) throws {
        let inside = content.hasPrefix("<") ? "<saml:AttributeValue>\(content)</saml:AttributeValue>" : content
        let xml = try SAMLWorld.response().replacing(">10001<", content.hasPrefix("<") ? ">\(inside)<" : ">\(content)<")
        #expect(try SAMLWorld.judge(xml).verified == nil)
    }
}
