import Foundation
import TVSimCryptography
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Encrypted assertions, names and attributes.
///
/// The reader has the key of `impostor`, here a recipient; whoever has another key opens nothing. XML Encryption 1.1,
/// SAML Core 2.0, 6.
struct EncryptionTests {
    static let recipient = TestKeys.impostor

    static func recipe(
        _ content: ContentEncryption = .aes256GCM, _ transport: KeyTransport = .oaep
    ) throws -> EncryptionRecipe {
        var recipe = EncryptionRecipe(recipient: try TrustedCertificate(pem: recipient.certificate))
        recipe.content = content
        recipe.transport = transport
        return recipe
    }

    static func response(
        _ recipe: EncryptionRecipe, signed: ResponseIssuer.Signed = .assertion, defects: [ResponseDefect] = []
    ) throws -> String {
        var issuer = try SAMLWorld.issuer()
        issuer.encryption = recipe
        return try #require(try issuer.issue(SAMLWorld.content, signed: signed, defects: defects)?.xml)
    }

    static func judge(
        _ xml: String, key: TestKeyPair = recipient, allowsLegacy: Bool = false
    ) throws -> ValidationVerdict {
        let decryptor = Decryptor(keys: try DecryptionKey.all(pem: key.privateKey), allowsLegacy: allowsLegacy)
        let validator = try ResponseValidator(
            certificates: [TrustedCertificate(pem: TestKeys.provider.certificate)], decryptor: decryptor)
        return validator.validate(Data(xml.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
    }

    static func policies(_ xml: String, key: TestKeyPair = recipient) throws -> [ValidationFailure.Policy] {
        try judge(xml, key: key).failures.map(\.policy)
    }

    @Test("reads every key of a file, also after a byte order mark, and reports a key with a passphrase")
    func keyFiles() throws {
        let keys = TestKeys.impostor.privateKey + "\n" + Self.recipient.privateKey
        for text in [keys, "\u{FEFF}" + keys, "Two keys:\r\n" + keys.replacingOccurrences(of: "\n", with: "\r\n")] {
            #expect(try DecryptionKey.all(pem: text).count == 2)
        }
        let xml = try Self.response(try Self.recipe())
        let decryptor = Decryptor(keys: try DecryptionKey.all(pem: keys))
        let validator = try ResponseValidator(
            certificates: [TrustedCertificate(pem: TestKeys.provider.certificate)], decryptor: decryptor)
        #expect(
            validator.validate(Data(xml.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now).verified != nil)
        for (old, new) in [
            ("RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"),
            ("-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED"),
        ] {
            let protected = Self.recipient.privateKey.replacing(old, new)
            let error = #expect(throws: XMLError.self) { try DecryptionKey.all(pem: protected) }
            #expect(error?.description.contains("passphrase") == true)
            #expect(throws: XMLError.self) {
                try SigningIdentity(privateKeyPEM: protected, certificatePEM: TestKeys.provider.certificate)
            }
        }
        #expect(throws: XMLError.self) { try DecryptionKey.all(pem: TestKeys.provider.certificate) }
        #expect(throws: XMLError.self) {
            try SigningIdentity(privateKeyPEM: keys, certificatePEM: TestKeys.provider.certificate)
        }
    }

    @Test(
        "decrypts what it encrypted, with every algorithm", arguments: ContentEncryption.allCases,
        [KeyTransport.oaep, .oaepSHA256])
    func roundTrip(_ content: ContentEncryption, _ transport: KeyTransport) throws {
        let xml = try Self.response(try Self.recipe(content, transport))
        #expect(!xml.contains("alice") && !xml.contains("<saml:Assertion "))
        let verdict = try Self.judge(xml, allowsLegacy: content.isLegacy)
        let response = try #require(verdict.verified, "\(verdict.failures)")
        #expect(response.nameID == "alice" && response.isEncrypted && response.signed == .assertion)
    }

    @Test(
        "decrypts keys with each pair of digests that XML Encryption 1.1, 5.5.2 allows",
        arguments: [
            ("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p", DigestAlgorithm.sha256, nil, Hash.sha1),
            ("http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p", .sha512, nil, .sha1),
            ("http://www.w3.org/2009/xmlenc11#rsa-oaep", .sha256, nil, .sha1),
            ("http://www.w3.org/2009/xmlenc11#rsa-oaep", .sha512, "mgf1sha512", .sha512),
            ("http://www.w3.org/2009/xmlenc11#rsa-oaep", .sha384, "mgf1sha1", .sha1),
            ("http://www.w3.org/2009/xmlenc11#rsa-oaep", .sha1, "mgf1sha256", .sha256),
        ] as [(String, DigestAlgorithm, String?, Hash)])
    func oaep(_ name: String, _ digest: DigestAlgorithm, _ mask: String?, _ maskHash: Hash) throws {
        let hash: Hash = [.sha1: .sha1, .sha256: .sha256, .sha384: .sha384, .sha512: Hash.sha512][digest] ?? .md5
        let key = Data(repeating: 7, count: 32)
        let recipient = try #require(Certificate(pem: Self.recipient.certificate)?.publicKey)
        let wrapped = try #require(recipient.encrypt(key, .oaep(hash, mask: maskHash)))
        var recipe = try Self.recipe()
        recipe.contentKey = .init(octets: key, wrapped: wrapped, vector: Data(repeating: 1, count: 16))
        let xml = try Self.response(recipe)
        let usual = try #require(
            xml.slice(
                "<xenc:EncryptionMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#rsa", "</xenc:EncryptionMethod>"))
        let generation = mask.map {
            "<m:MGF xmlns:m=\"\(XMLNamespace.encryption11)\" Algorithm=\"\(XMLNamespace.encryption11)\($0)\"/>"
        }
        func method(_ mask: String?) -> String {
            "<xenc:EncryptionMethod Algorithm=\"\(name)\"><ds:DigestMethod Algorithm=\"\(digest.rawValue)\"/>\(mask ?? "")"
                + "</xenc:EncryptionMethod>"
        }
        #expect(try Self.judge(xml.replacing(usual, method(generation))).verified?.nameID == "alice")
        let unknown = "<m:MGF xmlns:m=\"\(XMLNamespace.encryption11)\" Algorithm=\"urn:other\"/>"
        #expect(try Self.policies(xml.replacing(usual, method(unknown))) == [.encryption])
    }

    @Test("accepts an encrypted assertion with either signature, but not without one", arguments: [true, false])
    func signatures(isAuthenticated: Bool) throws {
        let recipe = try Self.recipe(isAuthenticated ? .aes128GCM : .aes128CBC)
        for (signed, told) in [
            (ResponseIssuer.Signed.assertion, VerifiedResponse.Signed.assertion), (.response, .response),
            (.both, .both),
        ] {
            #expect(try Self.judge(Self.response(recipe, signed: signed)).verified?.signed == told)
        }
        #expect(try Self.policies(Self.response(recipe, signed: .neither)) == [.unsigned])
    }

    @Test(
        "decrypts RSA PKCS#1 v1.5 and triple DES only if they are allowed explicitly",
        arguments: [
            (ContentEncryption.aes256CBC, KeyTransport.legacyPKCS1), (.tripleDESCBC, .oaep),
            (.tripleDESCBC, .legacyPKCS1),
        ])
    func legacy(_ content: ContentEncryption, _ transport: KeyTransport) throws {
        let xml = try Self.response(try Self.recipe(content, transport))
        #expect(try Self.policies(xml) == [.encryption])
        #expect(try Self.judge(xml, allowsLegacy: true).verified?.nameID == "alice")
        let failures = try Self.judge(xml, key: TestKeys.provider, allowsLegacy: true).failures
        #expect(failures.map(\.policy) == [.encryption])
    }

    @Test("reports a wrong key, a changed ciphertext and invalid padding with the same text, and in CBC any plaintext")
    func oneSentence() throws {
        var reasons = Set<String>()
        for content in ContentEncryption.allCases {
            var recipe = try Self.recipe(content)
            reasons.formUnion(
                try Self.judge(Self.response(recipe), key: TestKeys.provider, allowsLegacy: true).failures
                    .map(\.reason))
            recipe.corruptsCiphertext = true
            reasons.formUnion(try Self.judge(Self.response(recipe), allowsLegacy: true).failures.map(\.reason))
        }
        var told: [String] = []
        for plaintext in ["", "text", "<a/><b/>", "</w><w>", "<a>", "<!DOCTYPE a><a/>", "<x:a/>", "\u{0}"] {
            reasons.formUnion(try Self.judge(Self.holding(plaintext, with: .aes256CBC)).failures.map(\.reason))
            told += try Self.judge(Self.holding(plaintext)).failures.map(\.reason)
        }
        let one =
            "The content of <EncryptedAssertion> cannot be decrypted with the given key: EncryptedKey does not show for "
            + "which certificate it is."
        #expect(reasons == [one])
        // An attacker cannot make a plaintext that a cipher has authenticated.
        #expect(
            told.count == 8
                && told.allSatisfy { $0.hasPrefix("The content of <EncryptedAssertion> was decrypted, but") })
    }

    /// A response whose encrypted assertion holds this.
    private static func holding(
        _ plaintext: String, with content: ContentEncryption = .aes256GCM, signed: Bool = false,
        _ change: (String) -> String = { $0 }
    ) throws -> String {
        let encrypted = change(try Encryptor.encrypt(plaintext, try recipe(content)))
        let holder =
            #"<saml:EncryptedAssertion xmlns:saml="\#(SAMLNames.assertionNamespace)">\#(encrypted)"#
            + "</saml:EncryptedAssertion>"
        let bare = try SAMLWorld.response(signed: .neither)
        let assertion = try #require(bare.slice("<saml:Assertion ", "</saml:Assertion>"))
        let xml = bare.replacing(assertion, holder)
        return signed ? try SAMLWorld.sign(xml, after: "<samlp:Response ", id: "_response") : xml
    }

    @Test("checks a decrypted assertion as strictly as a plain one")
    func hostilePlaintext() throws {
        let assertion = try #require(try SAMLWorld.response().slice("<saml:Assertion ", "</saml:Assertion>"))
        #expect(try Self.policies(Self.holding(assertion)) == [])
        let rows: [(String, ValidationFailure.Policy)] = [
            (assertion.replacing("_assertion", "_response"), .identifier),
            ("<a/>", .encryption), (try SAMLWorld.response(), .encryption),
            (
                assertion.replacing("</saml:Assertion>", assertion.replacing("_assertion", "_x") + "</saml:Assertion>"),
                .structure
            ),
            (
                assertion.replacing(
                    "</saml:Conditions>", "<x>\(assertion.replacing("_assertion", "_x"))</x></saml:Conditions>"),
                .structure
            ),
            (assertion.replacing(">alice<", ">mallory<"), .signature),
        ]
        for (plaintext, policy) in rows {
            #expect(try Self.policies(Self.holding(plaintext)) == [policy], "\(plaintext)")
        }
    }

    @Test("a signature over the response covers the ciphertext, and a wrapped one covers nothing")
    func coverage() throws {
        let signature = try #require(
            try SAMLWorld.response().slice("<ds:Signature ", "</ds:Signature>"))
        let evil = try #require(
            try SAMLWorld.response(signed: .neither) { $0.nameID = "mallory" }
                .slice("<saml:Assertion ", "</saml:Assertion>"))
        // Encrypted by anybody: the recipient's certificate is public.
        #expect(try Self.policies(Self.holding(evil)) == [.unsigned])
        let forged = evil.replacing("</saml:Issuer>", "</saml:Issuer>" + signature)
        #expect(try Self.policies(Self.holding(forged)) == [.signature])
        let honest = try Self.response(try Self.recipe(), signed: .response)
        let other = try Self.response(try Self.recipe(), signed: .neither)
        let swapped = honest.replacing(
            try #require(honest.slice("<saml:EncryptedAssertion ", "</saml:EncryptedAssertion>")),
            try #require(other.slice("<saml:EncryptedAssertion ", "</saml:EncryptedAssertion>")))
        #expect(try Self.policies(swapped) == [.signature])
    }

    @Test("refuses references to external keys and bytes, more than one of them, and unknown algorithms")
    func refusesForms() throws {
        let assertion = try #require(try SAMLWorld.response().slice("<saml:Assertion ", "</saml:Assertion>"))
        let key = "<xenc:EncryptedKey>"
        let changes: [(String) -> String] = [
            { $0.replacing("<ds:KeyInfo ", "<ds:Other ").replacing("</ds:KeyInfo>", "</ds:Other>") },
            { $0.replacing(key, #"<ds:RetrievalMethod URI="http://127.0.0.1:9/key"/>"# + key) },
            { $0.replacing(key, ##"<ds:RetrievalMethod URI="#nowhere"/>"## + key) },
            {
                $0.replacing("<xenc:CipherValue>", "<xenc:CipherReference URI='file:///etc/passwd'/><xenc:CipherValue>")
            },
            { $0.replacing("aes256-gcm", "tripledes-cbc") },
            { $0.replacing("aes256-gcm", "aes512-gcm") },
            { $0.replacing("rsa-oaep-mgf1p", "rsa-1_5") },
            { $0.replacing("xmldsig#sha1", "xmldsig#md5") },
            // A digest of SHA-256 and a mask of SHA-1, which openssl can (Differences, S-65).
            { $0.replacing("http://www.w3.org/2000/09/xmldsig#sha1", "http://www.w3.org/2001/04/xmlenc#sha256") },
            { $0.replacing("xmlenc#Element", "xmlenc#Content") },
            { xml in
                let wrapped = xml.slice(key, "</xenc:EncryptedKey>") ?? ""
                return xml.replacing(wrapped, String(repeating: wrapped, count: 9))
            },
        ]
        for (number, change) in changes.enumerated() {
            #expect(try Self.policies(Self.holding(assertion, change)) == [.encryption], "change \(number)")
        }
        // A key for somebody else before ours, and one beside the data, are how honest messages look.
        let honest: [(String) -> String] = [
            { xml in
                let wrapped = xml.slice(key, "</xenc:EncryptedKey>") ?? ""
                let other =
                    (try? Encryptor.encrypt(
                        "x",
                        EncryptionRecipe(
                            recipient: TrustedCertificate(pem: TestKeys.provider.certificate)))) ?? ""
                return xml.replacing(wrapped, (other.slice(key, "</xenc:EncryptedKey>") ?? "") + wrapped)
            },
            { xml in
                let wrapped = xml.slice(key, "</xenc:EncryptedKey>") ?? ""
                let named = wrapped.replacing(key, #"<xenc:EncryptedKey Id="k">"#)
                    .replacing("<ds:DigestMethod ", #"<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" "#)
                return xml.replacing(wrapped, ##"<ds:RetrievalMethod URI="#k"/>"##)
                    .replacing(
                        "</xenc:EncryptedData>",
                        "</xenc:EncryptedData>"
                            + named.replacing(
                                "<xenc:EncryptedKey ",
                                #"<xenc:EncryptedKey xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" "#))
            },
        ]
        for change in honest { #expect(try Self.policies(Self.holding(assertion, change)) == []) }
    }

    @Test("finds the namespaces that were declared around the encrypted element")
    func namespaces() throws {
        let assertion = try #require(try SAMLWorld.response().slice("<saml:Assertion ", "</saml:Assertion>"))
        let bare = assertion.replacing(
            #"<saml:Assertion xmlns:saml="\#(SAMLNames.assertionNamespace)""#, "<saml:Assertion")
        #expect(try Self.judge(Self.holding(bare)).verified?.nameID == "alice")
    }

    @Test("decrypts a name and an attribute of a signed assertion, and refuses them without a key")
    func parts() throws {
        func encrypted(_ name: String, _ element: String) throws -> String {
            "<saml:\(name)>\(try Encryptor.encrypt(element, try Self.recipe()))</saml:\(name)>"
        }
        let xml = try SAMLWorld.signing { xml in
            let name = xml.slice("<saml:NameID ", "</saml:NameID>") ?? ""
            let attribute = xml.slice("<saml:Attribute ", "</saml:Attribute>") ?? ""
            return xml.replacing(name, (try? encrypted("EncryptedID", name)) ?? "")
                .replacing(attribute, (try? encrypted("EncryptedAttribute", attribute)) ?? "")
        }
        let response = try #require(try Self.judge(xml).verified)
        #expect(response.nameID == "alice" && response.attributes == SAMLWorld.attributes)
        #expect(try SAMLWorld.policies(xml) == [.encryption, .encryption])
        #expect(try Self.policies(xml, key: TestKeys.provider) == [.encryption, .encryption])
    }

    @Test("checks an encrypted name and attribute as strictly as plain ones")
    func hostileParts() throws {
        let assertion = try #require(try SAMLWorld.response().slice("<saml:Assertion ", "</saml:Assertion>"))
        typealias Change = @Sendable (String) -> String
        /// A signed response whose name and first attribute come encrypted, in the place of the changed ones.
        func response(name changeName: Change = { $0 }, attribute changeAttribute: Change = { $0 }) throws -> String {
            try SAMLWorld.signing { xml in
                let name = xml.slice("<saml:NameID ", "</saml:NameID>") ?? ""
                let attribute = xml.slice("<saml:Attribute ", "</saml:Attribute>") ?? ""
                func encrypted(_ holder: String, _ element: String) -> String {
                    let data = (try? Encryptor.encrypt(element, try Self.recipe())) ?? ""
                    return "<saml:\(holder)>\(data)</saml:\(holder)>"
                }
                return xml.replacing(name, encrypted("EncryptedID", changeName(name)))
                    .replacing(attribute, encrypted("EncryptedAttribute", changeAttribute(attribute)))
            }
        }
        func last(_ text: String, in element: String) -> Change {
            { $0.replacing("</saml:\(element)>", text + "</saml:\(element)>") }
        }
        #expect(try Self.policies(response()) == [])
        let rows: [(Change, ValidationFailure.Policy)] = [
            (last("<x/>", in: "Attribute"), .structure),
            (last(assertion.replacing("_assertion", "_x"), in: "Attribute"), .structure),
            (last(assertion.replacing("_assertion", "_x"), in: "AttributeValue"), .structure),
            (last(#"<x ID="_assertion"/>"#, in: "AttributeValue"), .identifier),
            (last(#"<x ID="_response"/>"#, in: "AttributeValue"), .identifier),
            (last(#"<x ID="_a"/><x ID="_a"/>"#, in: "AttributeValue"), .encryption),
        ]
        for (change, policy) in rows {
            let policies = try Self.policies(response(attribute: change))
            #expect(policies == [policy], "\(change("</saml:AttributeValue></saml:Attribute>"))")
        }
        for child in [assertion.replacing("_assertion", "_x"), #"<x ID="_assertion"/>"#] {
            #expect(try !Self.policies(response(name: last(child, in: "NameID"))).isEmpty)
        }
        // An ID that two plaintexts have stands twice in what is read.
        let twice = try response(
            name: { $0.replacing("<saml:NameID ", #"<saml:NameID ID="_same" "#) },
            attribute: { $0.replacing("<saml:Attribute ", #"<saml:Attribute ID="_same" "#) })
        #expect(try Self.policies(twice) == [.identifier])
    }

    @Test("gives the same bytes each time if the key was chosen and encrypted before")
    func repeats() throws {
        let first = try Encryptor.encrypt("<a/>", try Self.recipe())
        let wrapped = try #require(first.slice("<xenc:CipherValue>", "</xenc:CipherValue>"))
        var recipe = try Self.recipe()
        recipe.contentKey = .init(
            octets: Data(repeating: 7, count: 32),
            wrapped: try #require(StrictBase64.octets(String(wrapped.dropFirst(18).dropLast(19)))),
            vector: Data(repeating: 9, count: 16))
        #expect(try Encryptor.encrypt("<a/>", recipe) == Encryptor.encrypt("<a/>", recipe))
        recipe.content = .aes256CBC
        #expect(try Encryptor.encrypt("<a/>", recipe) == Encryptor.encrypt("<a/>", recipe))
    }
}
