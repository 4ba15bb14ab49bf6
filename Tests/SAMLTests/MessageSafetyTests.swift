import Foundation
import TVSimSAML
import TVSimXMLSecurity
import TestSupport
import Testing

/// What is refused before, or because of, a signature: size, encoding, declarations, algorithms, keys.
struct MessageSafetyTests {
    @Test("accepts XML and its Base64, with or without line breaks")
    func takesBase64() throws {
        let xml = Data(try SAMLWorld.response().utf8)
        let validator = try SAMLWorld.validator()
        for options in [Data.Base64EncodingOptions(), .lineLength64Characters, .lineLength76Characters] {
            let encoded = xml.base64EncodedData(options: options)
            #expect(validator.validate(encoded, expecting: SAMLWorld.requirements(), at: SAMLWorld.now).verified != nil)
        }
        #expect(
            validator.validate(Data("\n ".utf8) + xml, expecting: SAMLWorld.requirements(), at: SAMLWorld.now).verified
                != nil)
    }

    @Test(
        "refuses input that is neither XML nor Base64-encoded XML",
        arguments: ["", " ", "hello!", "PGEvPg", "PGEv*Pg==", "PGEvPg==x"])
    func refusesOther(_ text: String) throws {
        #expect(try SAMLWorld.policies(text) == [.wellFormed])
    }

    @Test("names EBCDIC, in which no octet looks like XML, in a file as in Base64")
    func namesEBCDIC() throws {
        let document = Data([0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x6F, 0x6E])
        for input in [document, document.base64EncodedData()] {
            let verdict = try SAMLWorld.validator().validate(
                input, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            #expect(verdict.failures.map(\.policy) == [.wellFormed])
            #expect(verdict.failures.first?.reason.contains("EBCDIC") == true, "\(verdict.failures)")
        }
    }

    @Test("limits the size before and after decoding")
    func limitsSize() throws {
        let filler = String(repeating: " ", count: 1 << 20)
        #expect(try SAMLWorld.policies("<a>\(filler)</a>") == [.size])
        #expect(try SAMLWorld.policies(Data("<a>\(filler)</a>".utf8).base64EncodedString()) == [.size])
        #expect(try SAMLWorld.policies(String(repeating: "A", count: 3 << 20)) == [.size])
    }

    @Test(
        "refuses a document type declaration before anything else",
        arguments: [
            "<!DOCTYPE x>", #"<!DOCTYPE x SYSTEM "file:///etc/passwd">"#,
            #"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>"#,
            #"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>"#,
        ])
    func refusesDTD(_ declaration: String) throws {
        let xml = declaration + (try SAMLWorld.response())
        #expect(try SAMLWorld.policies(xml) == [.dtd])
        let wide = try #require(xml.data(using: .utf16))
        let verdict = try SAMLWorld.validator().validate(wide, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
        #expect(verdict.failures.map(\.policy) == [.dtd])
    }

    @Test("refuses other root elements, other versions and responses without an ID")
    func refusesOtherRoots() throws {
        #expect(try SAMLWorld.policies("<Response/>") == [.structure])
        #expect(
            try SAMLWorld.policies("<samlp:AuthnRequest xmlns:samlp='\(SAMLNames.protocolNamespace)'/>") == [.structure]
        )
        let xml = try SAMLWorld.response()
        let start = try #require(xml.slice("<samlp:Response", ">"))
        #expect(try SAMLWorld.policies(xml.replacing(start, start.replacing("\"2.0\"", "\"1.1\""))) == [.structure])
        #expect(try SAMLWorld.policies(xml.replacing("ID=\"_response\"", "Id=\"_response\"")) == [.identifier])
        #expect(
            try SAMLWorld.policies(xml.replacing(xml.slice("<samlp:Status>", "</samlp:Status>") ?? "", "")) == [.status]
        )
    }

    @Test("refuses the same ID in two elements, but not attributes with similar names")
    func identifiers() throws {
        #expect(
            try SAMLWorld.policies(SAMLWorld.response { $0.assertionID = "_response" }.replacing("x", "x")) == [
                .identifier
            ])
        let xml = try SAMLWorld.signing {
            $0.replacing("<saml:Subject>", "<saml:Subject Id=\"_response\" xml:id=\"_assertion\">")
        }
        #expect(try SAMLWorld.policies(xml) == [])
    }

    @Test(
        "refuses an element without a canonical form, and does not treat it as empty",
        arguments: [("<saml:Subject", ">"), ("<ds:SignedInfo", " ")])
    func voidCanonicalization(_ tag: String, _ behind: String) throws {
        let xml = try SAMLWorld.response(signed: .response)
        let void = xml.replacing(tag + behind, tag + " xmlns:x=\"1\"" + behind)
        #expect(try SAMLWorld.policies(void) == [.reference])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: ValidationFailure.Policy
        let recipe: @Sendable (inout SignatureRecipe) -> Void
    }

    static let rows = [
        Row(testDescription: "SHA-1 signature", policy: .algorithm) { $0.algorithm = .rsaSHA1 },
        Row(testDescription: "SHA-1 digest", policy: .algorithm) { $0.digestAlgorithm = .sha1 },
        Row(testDescription: "HMAC", policy: .algorithm) {
            $0.claimedAlgorithm = "http://www.w3.org/2000/09/xmldsig#hmac-sha1"
        },
        Row(testDescription: "MD5", policy: .algorithm) {
            $0.claimedAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-md5"
        },
        Row(testDescription: "an elliptic curve's algorithm", policy: .key) {
            $0.claimedAlgorithm = SignatureAlgorithm.ecdsaSHA256.rawValue
        },
        Row(testDescription: "a digest other than the named one", policy: .signature) {
            $0.claimedAlgorithm = SignatureAlgorithm.rsaSHA512.rawValue
        },
        Row(testDescription: "another canonicalization than the named one", policy: .signature) {
            $0.claimedCanonicalization = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
        },
        Row(testDescription: "canonicalization with comments", policy: .algorithm) {
            $0.claimedCanonicalization = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"
        },
        Row(testDescription: "XSLT", policy: .reference) {
            $0.claimedTransforms = [
                "http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/2001/10/xml-exc-c14n#",
            ]
        },
        Row(testDescription: "no transform", policy: .reference) { $0.claimedTransforms = [] },
        Row(testDescription: "two references", policy: .reference) { $0.references = 2 },
        Row(testDescription: "a reference to the response", policy: .reference) { $0.referenceURI = "#_response" },
        Row(testDescription: "a reference to the whole document", policy: .reference) { $0.referenceURI = "" },
        Row(testDescription: "a wrong digest", policy: .signature) { $0.corruptsDigest = true },
        Row(testDescription: "a wrong signature value", policy: .signature) { $0.corruptsSignature = true },
    ]

    @Test("refuses signatures that violate the signature profile", arguments: rows)
    func refusesProfiles(_ row: Row) throws {
        var recipe = SignatureRecipe()
        row.recipe(&recipe)
        #expect(try SAMLWorld.policies(SAMLWorld.response(recipe: recipe)) == [row.policy])
    }

    @Test("accepts SHA-1 only if it is allowed explicitly")
    func allowsSHA1() throws {
        var recipe = SignatureRecipe()
        recipe.algorithm = .rsaSHA1
        recipe.digestAlgorithm = .sha1
        let certificate = try TrustedCertificate(pem: TestKeys.provider.certificate)
        let validator = try ResponseValidator(certificates: [certificate], allowsSHA1: true)
        let xml = Data(try SAMLWorld.response(recipe: recipe).utf8)
        #expect(validator.validate(xml, expecting: SAMLWorld.requirements(), at: SAMLWorld.now).verified != nil)
    }

    @Test("reports another certificate in KeyInfo as a note, and does not trust it")
    func keyInfo() throws {
        var recipe = SignatureRecipe()
        recipe.keyInfo = .certificate(try SAMLWorld.identity(TestKeys.impostor).certificate)
        let verdict = try SAMLWorld.judge(SAMLWorld.response(recipe: recipe))
        #expect(verdict.verified?.notes.contains { $0.contains("KeyInfo") } == true)
        recipe.keyInfo = .absent
        let silent = try SAMLWorld.judge(SAMLWorld.response(recipe: recipe))
        #expect(silent.verified?.notes.contains { $0.contains("KeyInfo") } == false)
    }

    @Test("requires a certificate: a validator that trusts no key is a mistake")
    func needsCertificate() {
        #expect(throws: MessageError.self) { try ResponseValidator(certificates: []) }
    }

    @Test(
        "does not crash on a truncated response, and never accepts one",
        arguments: [ResponseIssuer.Signed.assertion, .both])
    func truncation(_ signed: ResponseIssuer.Signed) throws {
        let xml = Data(try SAMLWorld.response(signed: signed).utf8)
        let validator = try SAMLWorld.validator()
        for count in stride(from: 0, to: xml.count, by: 64) {
            let verdict = validator.validate(xml.prefix(count), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            #expect(verdict.failures.map(\.policy) == [.wellFormed], "after \(count) bytes")
            let encoded = xml.base64EncodedData()
            #expect(
                validator.validate(encoded.prefix(count), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
                    .verified == nil)
        }
    }

    @Test("never accepts another user when any one bit of the response is inverted")
    func bitFlips() throws {
        let xml = Data(try SAMLWorld.response(signed: .both).utf8)
        let validator = try SAMLWorld.validator()
        let honest = validator.validate(xml, expecting: SAMLWorld.requirements(), at: SAMLWorld.now).verified
        for position in stride(from: 0, to: xml.count, by: 7) {
            var changed = xml
            changed[position] ^= 1 << (position % 7)
            let verdict = validator.validate(changed, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            guard let believed = verdict.verified else { continue }
            #expect(believed.nameID == honest?.nameID && believed.attributes == honest?.attributes)
        }
    }

    @Test("recognizes a compressed message, and one in Base64 twice, without accepting it")
    func encodings() throws {
        let xml = Data(try SAMLWorld.response().utf8)
        for (sent, word) in [
            (try Deflate.compress(xml).base64EncodedData(), "compressed (raw DEFLATE)"),
            (xml.base64EncodedData().base64EncodedData(), "Base64 twice"),
        ] {
            let verdict = try SAMLWorld.validator().validate(
                sent, expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
            #expect(verdict.failures.map(\.policy) == [.wellFormed])
            #expect(verdict.failures.first?.reason.contains(word) == true)
        }
    }
}
