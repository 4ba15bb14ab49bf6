import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// Two judges that we did not write, in both directions: the program xmlsec1, and the Python package signxml.
@Suite(.waitsForPrograms) struct InteroperabilityProgramTests {
    private static let assertionID = "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
    private static let responseID = "urn:oasis:names:tc:SAML:2.0:protocol:Response"

    /// A private folder, gone when the value is.
    private final class Folder {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent(
                "tvsim-\(ProcessInfo.processInfo.globallyUniqueString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ text: String, _ name: String) throws -> String {
            let file = url.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    static let ownRecipes: [(String, SignatureAlgorithm, DigestAlgorithm)] = [
        ("RSA SHA-256", .rsaSHA256, .sha256), ("RSA SHA-384", .rsaSHA384, .sha384),
        ("RSA SHA-512", .rsaSHA512, .sha512),
    ]

    @Test(
        "makes signatures that xmlsec1 verifies", arguments: ownRecipes, [ResponseIssuer.Signed.assertion, .response])
    func xmlsecVerifies(
        _ row: (name: String, algorithm: SignatureAlgorithm, digest: DigestAlgorithm), _ signed: ResponseIssuer.Signed
    ) throws {
        var recipe = SignatureRecipe()
        recipe.algorithm = row.algorithm
        recipe.digestAlgorithm = row.digest
        let xml = try SAMLWorld.response(signed: signed, recipe: recipe) { $0.nameID = "<é  &\n\">" }
        #expect(try xmlsecAccepts(xml))
        #expect(try !xmlsecAccepts(xml.replacing("alice-1", "alice-2")), "the judge tells right from wrong")
    }

    @Test("makes signatures over both elements, and xmlsec1 verifies each")
    func xmlsecVerifiesBoth() throws {
        let xml = try SAMLWorld.response(signed: .both)
        #expect(try xmlsecAccepts(xml))
        #expect(try xmlsecAccepts(xml, node: "//*[local-name()='Assertion']/*[local-name()='Signature']"))
    }

    @Test(
        "makes defects of a signature's shape that xmlsec1 accepts",
        arguments: ["xsltTransform", "xpathTransform", "inclusiveCanonicalization", "twoReferences", "thirdTransform"])
    func xmlsecVerifiesDefects(_ name: String) throws {
        let defect = try #require(ResponseDefect(rawValue: name))
        let xml = try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: defect))
        #expect(try xmlsecAccepts(xml))
    }

    @Test("makes requests that xmlsec1 verifies")
    func xmlsecVerifiesRequests() throws {
        let xml = try RequestTests.request.signedXML(with: SAMLWorld.identity())
        #expect(try xmlsecAccepts(xml, idAttribute: "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest"))
    }

    @Test(
        "makes signatures that signxml verifies", arguments: [ResponseIssuer.Signed.assertion, .response, .both],
        [SignatureAlgorithm.rsaSHA256, .rsaPSSSHA256, .rsaPSSSHA512])
    func signxmlVerifies(_ signed: ResponseIssuer.Signed, _ algorithm: SignatureAlgorithm) throws {
        let folder = try Folder()
        var recipe = SignatureRecipe()
        recipe.algorithm = algorithm
        let xml = try SAMLWorld.response(signed: signed, recipe: recipe) { $0.nameID = "<é  &\n\">" }
        let script = """
            import sys
            from lxml import etree
            from signxml import XMLVerifier
            root = etree.parse(sys.argv[1]).getroot()
            target = root if sys.argv[3] != 'assertion' else root.find('{urn:oasis:names:tc:SAML:2.0:assertion}Assertion')
            result = XMLVerifier().verify(target, x509_cert=open(sys.argv[2]).read(), id_attribute='ID')
            print(result.signed_xml.tag)
            """
        let result = try python(
            script,
            [
                folder.write(xml, "response.xml"),
                folder.write(TestKeys.provider.certificate + "\n", "certificate.pem"),
                signed.rawValue,
            ])
        #expect(result.hasSuffix(signed == .assertion ? "}Assertion" : "}Response"))
    }

    struct Signer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let algorithm: String
        let digest: String
        let pair: TestKeyPair
    }

    static let signers = [
        Signer(
            testDescription: "RSA SHA-256", algorithm: SignatureAlgorithm.rsaSHA256.rawValue,
            digest: DigestAlgorithm.sha256.rawValue, pair: TestKeys.provider),
        Signer(
            testDescription: "RSA SHA-384", algorithm: SignatureAlgorithm.rsaSHA384.rawValue,
            digest: DigestAlgorithm.sha384.rawValue, pair: TestKeys.provider),
        Signer(
            testDescription: "RSA SHA-512", algorithm: SignatureAlgorithm.rsaSHA512.rawValue,
            digest: DigestAlgorithm.sha512.rawValue, pair: TestKeys.provider),
        Signer(
            testDescription: "ECDSA P-256", algorithm: SignatureAlgorithm.ecdsaSHA256.rawValue,
            digest: DigestAlgorithm.sha256.rawValue, pair: TestKeys.prime256v1),
        Signer(
            testDescription: "ECDSA P-384 with SHA-256", algorithm: SignatureAlgorithm.ecdsaSHA256.rawValue,
            digest: DigestAlgorithm.sha512.rawValue, pair: TestKeys.secp384r1),
        Signer(
            testDescription: "ECDSA P-384", algorithm: SignatureAlgorithm.ecdsaSHA384.rawValue,
            digest: DigestAlgorithm.sha384.rawValue, pair: TestKeys.secp384r1),
        Signer(
            testDescription: "ECDSA P-521", algorithm: SignatureAlgorithm.ecdsaSHA512.rawValue,
            digest: DigestAlgorithm.sha512.rawValue, pair: TestKeys.secp521r1),
    ]

    /// Those that xmlsec1 1.2 does not know.
    static let probabilisticSigners = [SignatureAlgorithm.rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512].map {
        Signer(
            testDescription: "\($0)", algorithm: $0.rawValue, digest: DigestAlgorithm.sha256.rawValue,
            pair: TestKeys.provider)
    }

    @Test("accepts what xmlsec1 signs", arguments: signers)
    func believesXmlsec(_ signer: Signer) throws {
        try expectBelieved(xmlsecSigned(signer), signer)
    }

    /// Observed: Okta's developer tenants canonicalize inclusively (S-100).
    @Test(
        "accepts inclusive canonicalization by xmlsec1, which XML Signature 1.1, 6.5 requires of every verifier",
        arguments: [XMLNamespace.exclusiveC14N, XMLNamespace.inclusiveC14N, XMLNamespace.inclusiveC14N11],
        [XMLNamespace.exclusiveC14N, XMLNamespace.inclusiveC14N, XMLNamespace.inclusiveC14N11])
    func believesCanonicalization(_ method: String, _ transform: String) throws {
        let signer = Self.signers[0]
        let xml = try xmlsecSigned(signer, method: method, transform: transform) {
            $0.replacing("<samlp:Response ", #"<samlp:Response xmlns="urn:a" xmlns:n="urn:n" "#)
                .replacing("<saml:Assertion ", #"<saml:Assertion xmlns="" xmlns:m="urn:m" "#)
        }
        try expectBelieved(xml, signer)
        for comments in [method + "#WithComments", method + "WithComments"] {
            #expect(try SAMLWorld.policies(xml.replacing("\"\(method)\"", "\"\(comments)\"")) == [.algorithm])
        }
    }

    /// Returns a response whose assertion xmlsec1 has signed.
    private func xmlsecSigned(
        _ signer: Signer, method: String = XMLNamespace.exclusiveC14N, transform: String = XMLNamespace.exclusiveC14N,
        _ change: (String) -> String = { $0 }
    ) throws -> String {
        let folder = try Folder()
        let template =
            #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>"#
            + #"<ds:CanonicalizationMethod Algorithm="\#(method)"/>"#
            + #"<ds:SignatureMethod Algorithm="\#(signer.algorithm)"/>"# + ##"<ds:Reference URI="#_assertion">"##
            + #"<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>"#
            + #"<ds:Transform Algorithm="\#(transform)"/></ds:Transforms>"#
            + #"<ds:DigestMethod Algorithm="\#(signer.digest)"/><ds:DigestValue/></ds:Reference></ds:SignedInfo>"#
            + "<ds:SignatureValue/></ds:Signature>"
        let bare = try change(SAMLWorld.response(signed: .neither))
        let xml = bare.replacing("</saml:Issuer><saml:Subject>", "</saml:Issuer>\(template)<saml:Subject>")
        let result = try Tool.run(
            "xmlsec1",
            [
                "--sign", "--id-attr:ID", Self.assertionID, "--privkey-pem",
                folder.write(signer.pair.privateKey + "\n", "key.pem"), folder.write(xml, "response.xml"),
            ])
        #expect(result.status == 0, "\(result.error)")
        return result.output
    }

    @Test(
        "accepts what signxml signs",
        arguments: signers.filter { $0.testDescription != "ECDSA P-384 with SHA-256" } + probabilisticSigners)
    func believesSignxml(_ signer: Signer) throws {
        let folder = try Folder()
        let script = """
            import sys
            from lxml import etree
            from signxml import XMLSigner, SignatureMethod, DigestAlgorithm, CanonicalizationMethod, methods
            root = etree.parse(sys.argv[1]).getroot()
            saml = '{urn:oasis:names:tc:SAML:2.0:assertion}'
            assertion = root.find(saml + 'Assertion')
            placeholder = etree.Element('{http://www.w3.org/2000/09/xmldsig#}Signature', Id='placeholder',
                                        nsmap={'ds': 'http://www.w3.org/2000/09/xmldsig#'})
            assertion.insert(1, placeholder)
            signer = XMLSigner(method=methods.enveloped, signature_algorithm=SignatureMethod(sys.argv[4]),
                               digest_algorithm=DigestAlgorithm(sys.argv[5]),
                               c14n_algorithm=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0)
            signed = signer.sign(assertion, key=open(sys.argv[2]).read(), cert=open(sys.argv[3]).read(),
                                 reference_uri='#_assertion', id_attribute='ID')
            root.replace(assertion, signed)
            sys.stdout.write(etree.tostring(root).decode())
            """
        let xml = try python(
            script,
            [
                folder.write(SAMLWorld.response(signed: .neither), "response.xml"),
                folder.write(signer.pair.privateKey + "\n", "key.pem"),
                folder.write(signer.pair.certificate + "\n", "certificate.pem"), signer.algorithm, signer.digest,
            ])
        try expectBelieved(xml, signer)
    }

    private func expectBelieved(_ xml: String, _ signer: Signer) throws {
        let validator = try SAMLWorld.validator(signer.pair)
        let verdict = validator.validate(Data(xml.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
        #expect(verdict.verified?.nameID == "alice", "\(verdict.failures)")
        let changed = validator.validate(
            Data(xml.replacing("alice-1", "alice-2").utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now)
        #expect(changed.failures.map(\.policy) == [.signature])
        #expect(
            try SAMLWorld.validator(TestKeys.impostor).validate(
                Data(xml.utf8), expecting: SAMLWorld.requirements(), at: SAMLWorld.now
            )
            .verified == nil)
    }

    private func xmlsecAccepts(_ xml: String, node: String? = nil, idAttribute: String? = nil) throws -> Bool {
        let folder = try Folder()
        var arguments = ["--verify"]
        for name in idAttribute.map({ [$0] }) ?? [Self.assertionID, Self.responseID] {
            arguments += ["--id-attr:ID", name]
        }
        arguments += ["--pubkey-cert-pem", try folder.write(TestKeys.provider.certificate + "\n", "certificate.pem")]
        if let node { arguments += ["--node-xpath", node] }
        return try Tool.run("xmlsec1", arguments + [folder.write(xml, "message.xml")]).status == 0
    }

    private func python(_ script: String, _ arguments: [String]) throws -> String {
        let result = try Tool.run(Tool.python, ["-c", script] + arguments)
        try #require(
            result.status == 0,
            "signxml must be there (make test-programs installs it; or: pip install signxml, TVSIM_TEST_PYTHON=…): \(result.error)"
        )
        return result.output.trimmingCharacters(in: .newlines)
    }
}
