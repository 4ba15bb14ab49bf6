import Foundation
import TVSimCryptography
import TVSimXMLSecurity
import TestSupport
import Testing

/// The restricted profile of XML Signature: what is made is believed, and each departure is refused by its own rule.
///
/// Provider and impostor are RSA keys of 2048 bits, small one of 1024; each certificate stands alone.
struct SignatureTests {
    static let before = #"<m:a xmlns:m="urn:m" ID="top"><m:head>x</m:head>"#
    static let after = #"<m:body q="1" b="2">text &amp; <!-- c -->more</m:body></m:a>"#

    @Test(
        "refuses a document whose canonical form would be too large, before it verifies the signature",
        arguments: [
            // Namespaces are written wherever they are used: names of a kilobyte, twenty thousand times.
            ("urn:" + String(repeating: "a", count: 1000), 19_000), (String(repeating: "a", count: 1025), 1),
            (String(repeating: "a", count: 900_000), 2000),
        ])
    func refusesGrowth(_ namespace: String, _ count: Int) throws {
        let content = String(repeating: "<z:x/>", count: count)
        let before = #"<a xmlns:z="\#(namespace)" ID="top">"#
        let error = #expect(throws: XMLError.self) {
            _ = try tree(before + content + "</a>")
            return try EnvelopedSigner.sign(before, content + "</a>", id: "top", with: provider())
        }
        #expect(error?.policy == .size)
    }

    @Test("refuses an InclusiveNamespaces with children, which would be canonicalized before it is verified")
    func refusesContentOfInclusiveNamespaces() throws {
        var recipe = SignatureRecipe()
        recipe.inclusivePrefixes = ["x"]
        let signed = try sign(recipe)
        let filled = signed.replacing("</ec:InclusiveNamespaces>", with: "<x/></ec:InclusiveNamespaces>")
        #expect(filled != signed)
        #expect(failure { try verify(filled) as Any } == .reference)
    }

    @Test(
        "reads only Base64 with correct padding and no unused bits",
        arguments: [
            ("Cg==", true), ("Cgo=", true), ("CgoK", true), ("C g\r\n=\t=", true), ("Cg", false), ("Cg=", false),
            ("Cg===", false), ("Cg=====", false), ("Cg=A", false), ("Ch==", false), ("Cgp=", false), ("CgoK=", false),
            ("Cg==Cg==", false), ("=", false), ("", false), ("Cg-_", false), ("Cg.=", false),
        ])
    func base64(_ text: String, _ isBase64: Bool) {
        #expect((StrictBase64.octets(text) != nil) == isBase64)
    }

    @Test(
        "verifies its own signatures, with every algorithm of an RSA key",
        arguments: [
            SignatureAlgorithm.rsaSHA256, .rsaSHA384, .rsaSHA512, .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512,
        ])
    func roundTrip(_ algorithm: SignatureAlgorithm) throws {
        for digest in [DigestAlgorithm.sha256, .sha384, .sha512] {
            var recipe = SignatureRecipe()
            recipe.algorithm = algorithm
            recipe.digestAlgorithm = digest
            let verified = try #require(try verify(sign(recipe)))
            #expect(
                String(decoding: verified.octets, as: UTF8.self)
                    == #"<m:a xmlns:m="urn:m" ID="top"><m:head>x</m:head><m:body b="2" q="1">text &amp; more</m:body></m:a>"#
            )
            #expect(!verified.showsOtherKey)
        }
    }

    @Test("makes the same signature for the same content")
    func repeats() throws {
        #expect(try sign() == sign())
    }

    @Test("verifies a signature with listed namespaces, and keeps them in the signed bytes")
    func inclusiveNamespaces() throws {
        var recipe = SignatureRecipe()
        recipe.inclusivePrefixes = ["x", "#default"]
        let before = Self.before.replacingOccurrences(of: " ID", with: #" xmlns:x="urn:x" xmlns="urn:d" ID"#)
        let signed = try EnvelopedSigner.sign(before, Self.after, id: "top", with: provider(), recipe: recipe)
        let verified = try #require(try verify(signed))
        let octets = String(decoding: verified.octets, as: UTF8.self)
        #expect(octets.contains(#"xmlns:x="urn:x""#) && octets.contains(#"xmlns="urn:d""#))
    }

    @Test("reports a missing signature, and refuses two")
    func counts() throws {
        #expect(try verify(Self.before + Self.after) == nil)
        let signed = try sign()
        let signature = try #require(signed.slice("<ds:Signature ", "</ds:Signature>"))
        let doubled = signed.replacingOccurrences(of: signature, with: signature + signature)
        #expect(failure { try verify(doubled) as Any } == .structure)
    }

    @Test("refuses changed content, a changed signature and another key")
    func refusesChanges() throws {
        let signed = try sign()
        #expect(failure { try verify(signed.replacingOccurrences(of: "text", with: "test")) as Any } == .signature)
        #expect(
            failure { try verify(signed.replacingOccurrences(of: "ID=\"top\"", with: "ID=\"toq\"")) as Any }
                == .reference)
        var recipe = SignatureRecipe()
        recipe.corruptsSignature = true
        #expect(failure { try verify(sign(recipe)) as Any } == .signature)
        recipe = SignatureRecipe()
        recipe.corruptsDigest = true
        #expect(failure { try verify(sign(recipe)) as Any } == .signature)
        #expect(
            failure {
                try verify(signed, certificates: [TrustedCertificate(pem: TestKeys.impostor.certificate)]) as Any
            } == .signature)
    }

    @Test("verifies a signature whose SignedInfo lists the default namespace")
    func defaultNamespaceAroundSignedInfo() throws {
        let signed = try written(.rsaSHA256) { try provider().sign($0) }
        #expect(try verify(signed) != nil)
    }

    @Test("refuses an enveloped-signature transform with a parameter, although the signature is valid")
    func transformWithParameter() throws {
        let signed = try written(.rsaSHA256, parameter: "<ds:XPath>true()</ds:XPath>") { try provider().sign($0) }
        #expect(failure { try verify(signed) as Any } == .reference)
    }

    @Test("recognizes the elliptic-curve key of the certificate in KeyInfo", arguments: [false, true])
    func shownCurveKey(_ isOther: Bool) throws {
        let certificate = try TrustedCertificate(pem: TestKeys.prime256v1.certificate)
        // The point is the last part of the key.
        var point = certificate.subjectPublicKeyInfo.suffix(65)
        if isOther { point[point.endIndex - 1] ^= 1 }
        let value = point.base64EncodedString()
        let signed = try written(
            .ecdsaSHA256,
            keyInfo: "<ds:KeyInfo><ds:KeyValue><e:ECKeyValue xmlns:e=\"http://www.w3.org/2009/xmldsig11#\">"
                + "<e:NamedCurve URI=\"urn:oid:1.2.840.10045.3.1.7\"></e:NamedCurve><e:PublicKey>\(value)</e:PublicKey>"
                + "</e:ECKeyValue></ds:KeyValue></ds:KeyInfo>"
        ) { signed in
            try #require(
                try OpenSSLProgram.signByECDSA(
                    signed, privateKeyPEM: TestKeys.prime256v1.privateKey, coordinate: 32))
        }
        #expect(try #require(try verify(signed, certificates: [certificate])).showsOtherKey == isOther)
    }

    /// XML Signature 1.1, 6.4.3.
    @Test("says that the value of an ECDSA signature is in DER")
    func valueInDER() throws {
        let pair = TestKeys.prime256v1
        let signed = try written(.ecdsaSHA256) { signed in
            let value = try #require(
                try OpenSSLProgram.signByECDSA(signed, privateKeyPEM: pair.privateKey, coordinate: 32))
            let numbers = [value.prefix(32), value.suffix(32)].map { number in
                let plain = number.drop { $0 == 0 }
                let padded = (plain.first ?? 0) >= 0x80 ? Data([0]) + plain : Data(plain)
                return Data([2, UInt8(padded.count)]) + padded
            }
            let body = numbers[0] + numbers[1]
            return Data([0x30, UInt8(body.count)]) + body
        }
        let certificate = try TrustedCertificate(pem: pair.certificate)
        let error = #expect(throws: XMLError.self) { try verify(signed, certificates: [certificate]) }
        #expect(error?.policy == .signature && error?.description.contains("encoded in DER") == true)
    }

    @Test("names the parameter if the algorithm has none, and not the algorithm")
    func parameters() throws {
        let signed = try sign().replacing(
            "</ds:SignatureMethod>", with: "<ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>")
        let error = #expect(throws: XMLError.self) { try verify(signed) }
        #expect(error?.policy == .algorithm && error?.description.contains("<HMACOutputLength>") == true)
    }

    @Test("never trusts the certificate in KeyInfo, and reports a different one")
    func ignoresKeyInfo() throws {
        let impostor = try SigningIdentity(
            privateKeyPEM: TestKeys.impostor.privateKey, certificatePEM: TestKeys.impostor.certificate)
        let forged = try EnvelopedSigner.sign(Self.before, Self.after, id: "top", with: impostor)
        #expect(failure { try verify(forged) as Any } == .signature)
        var recipe = SignatureRecipe()
        recipe.keyInfo = .certificate(impostor.certificate)
        #expect(try verify(sign(recipe))?.showsOtherKey == true)
        recipe.keyInfo = .absent
        #expect(try verify(sign(recipe))?.showsOtherKey == false)
    }

    /// What KeyInfo holds, where `{own}`, `{other}` stand for certificates, `{key}` for the public key, `{modulus}` for a
    /// number of it; and whether it is something else than the certificate or its key.
    @Test(
        "reports anything in KeyInfo other than the trusted certificate or its key",
        arguments: [
            ("", false), ("<ds:X509Data>{own}</ds:X509Data>", false),
            ("<ds:X509Data>{own}{other}</ds:X509Data>", true), ("<ds:X509Data>{other}{own}</ds:X509Data>", true),
            ("<ds:X509Data>{own}</ds:X509Data><ds:X509Data>{other}</ds:X509Data>", true),
            ("<ds:X509Data>{own}<ds:X509SubjectName>CN=mallory</ds:X509SubjectName></ds:X509Data>", true),
            ("<ds:X509Data><ds:X509IssuerSerial></ds:X509IssuerSerial></ds:X509Data>", true),
            ("<ds:KeyName>mallory</ds:KeyName>", true),
            ("<ds:RetrievalMethod URI=\"https://mallory.example\"></ds:RetrievalMethod>", true),
            ("<ds:KeyValue><ds:DSAKeyValue></ds:DSAKeyValue></ds:KeyValue>", true),
            ("<ds:KeyValue>{rsa AQAB}</ds:KeyValue>", false), ("<ds:KeyValue>{rsa Aw==}</ds:KeyValue>", true),
            ("<e:DEREncodedKeyValue>{key}</e:DEREncodedKeyValue>", false),
            ("<e:DEREncodedKeyValue>AAAA</e:DEREncodedKeyValue>", true),
            ("<ds:KeyValue><e:ECKeyValue><e:PublicKey>{key}</e:PublicKey></e:ECKeyValue></ds:KeyValue>", true),
        ])
    func shownKeys(_ content: String, _ isOther: Bool) throws {
        let own = try provider().certificate
        let key = try #require(PublicKey(der: own.subjectPublicKeyInfo)?.rsaNumbers)
        func shown(_ certificate: TrustedCertificate) -> String {
            "<ds:X509Certificate>\(certificate.derBytes.base64EncodedString())</ds:X509Certificate>"
        }
        let modulus = "<ds:RSAKeyValue><ds:Modulus>\(key.modulus.base64EncodedString())</ds:Modulus><ds:Exponent>"
        var recipe = SignatureRecipe()
        recipe.keyInfo = .written(
            content.replacing("{own}", with: shown(own))
                .replacing("{other}", with: shown(try TrustedCertificate(pem: TestKeys.impostor.certificate)))
                .replacing("{rsa ", with: modulus).replacing(
                    "}</ds:KeyValue>", with: "</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>"
                )
                .replacing("{key}", with: own.subjectPublicKeyInfo.base64EncodedString()))
        let signed = try sign(recipe).replacing(
            "<ds:KeyInfo>", with: "<ds:KeyInfo xmlns:e=\"http://www.w3.org/2009/xmldsig11#\">")
        #expect(try #require(try verify(signed)).showsOtherKey == isOther)
    }

    @Test("accepts any of several trusted certificates, and returns the matching one")
    func severalCertificates() throws {
        let certificates = try [TestKeys.prime256v1, TestKeys.impostor, TestKeys.provider].map {
            try TrustedCertificate(pem: $0.certificate)
        }
        let verified = try #require(try verify(sign(), certificates: certificates))
        #expect(verified.certificate.fingerprint == certificates[2].fingerprint)
    }

    @Test("refuses a key of another kind than the algorithm requires")
    func refusesOtherKind() throws {
        let certificates = [try TrustedCertificate(pem: TestKeys.prime256v1.certificate)]
        #expect(failure { try verify(sign(), certificates: certificates) as Any } == .key)
    }

    @Test(
        "refuses unsupported algorithms",
        arguments: [
            "http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
            "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
            "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256 ", "urn:unknown", "",
        ])
    func refusesAlgorithms(_ name: String) throws {
        var recipe = SignatureRecipe()
        recipe.claimedAlgorithm = name
        recipe.signsByMD5 = name.hasSuffix("#rsa-md5")
        #expect(failure { try verify(sign(recipe)) as Any } == .algorithm)
    }

    @Test("accepts SHA-1 only if it is allowed explicitly")
    func sha1() throws {
        for (algorithm, digest) in [
            (SignatureAlgorithm.rsaSHA1, DigestAlgorithm.sha1), (.rsaSHA256, .sha1), (.rsaSHA1, .sha256),
        ] {
            var recipe = SignatureRecipe()
            recipe.algorithm = algorithm
            recipe.digestAlgorithm = digest
            let signed = try sign(recipe)
            #expect(failure { try verify(signed) as Any } == .algorithm)
            let certificate = try TrustedCertificate(pem: TestKeys.provider.certificate)
            let lenient = SignatureVerifier(certificates: [certificate], allowsSHA1: true)
            #expect(try lenient.verify(tree(signed).root()) != nil)
        }
    }

    @Test(
        "refuses every other list of transforms",
        arguments: [
            [], ["http://www.w3.org/2000/09/xmldsig#enveloped-signature"],
            ["http://www.w3.org/2001/10/xml-exc-c14n#"],
            ["http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/2000/09/xmldsig#enveloped-signature"],
            [
                "http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#",
                "http://www.w3.org/2001/10/xml-exc-c14n#",
            ],
            ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/TR/1999/REC-xslt-19991116"],
            ["http://www.w3.org/TR/1999/REC-xpath-19991116", "http://www.w3.org/2001/10/xml-exc-c14n#"],
            ["http://www.w3.org/2000/09/xmldsig#base64", "http://www.w3.org/2001/10/xml-exc-c14n#"],
            [
                "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
                "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
            ],
        ])
    func refusesTransforms(_ transforms: [String]) throws {
        var recipe = SignatureRecipe()
        recipe.claimedTransforms = transforms
        let found = failure { try verify(sign(recipe)) as Any }
        #expect(found == .reference || found == .algorithm)
    }

    @Test(
        "refuses every other canonicalization",
        arguments: [
            "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments",
            "http://www.w3.org/2006/12/xml-c14n11#WithComments",
            "http://www.w3.org/2001/10/xml-exc-c14n#WithComments", "",
        ])
    func refusesCanonicalizations(_ name: String) throws {
        var recipe = SignatureRecipe()
        recipe.claimedCanonicalization = name
        #expect(failure { try verify(sign(recipe)) as Any } == .algorithm)
    }

    @Test(
        "refuses a reference to anything but the parent",
        arguments: ["#other", "top", "#", "http://127.0.0.1/x", "#xpointer(/)", "#xpointer(id('top'))"])
    func refusesReferences(_ uri: String) throws {
        var recipe = SignatureRecipe()
        recipe.referenceURI = uri
        #expect(failure { try verify(sign(recipe)) as Any } == .reference)
    }

    // MARK: -

    static func verifier() throws -> SignatureVerifier {
        SignatureVerifier(certificates: [try TrustedCertificate(pem: TestKeys.provider.certificate)])
    }

    func provider() throws -> SigningIdentity {
        try SigningIdentity(
            privateKeyPEM: TestKeys.provider.privateKey, certificatePEM: TestKeys.provider.certificate)
    }

    /// Writes a signature by hand, whose SignedInfo lists the default namespace, with an algorithm and a signer.
    func written(
        _ algorithm: SignatureAlgorithm, parameter: String = "", keyInfo: String = "", by sign: (Data) throws -> Data
    ) throws -> String {
        let (ds, c14n) = (XMLNamespace.signature, XMLNamespace.exclusiveC14N)
        let digest = DigestAlgorithm.sha256.digest(of: Data(#"<a xmlns="urn:d" ID="top">x</a>"#.utf8))
        let parts =
            #"<ds:CanonicalizationMethod Algorithm="\#(c14n)"><ec:InclusiveNamespaces xmlns:ec="\#(c14n)" "#
            + #"PrefixList="ds #default"></ec:InclusiveNamespaces></ds:CanonicalizationMethod>"#
            + #"<ds:SignatureMethod Algorithm="\#(algorithm.rawValue)"></ds:SignatureMethod>"#
            + ##"<ds:Reference URI="#top"><ds:Transforms>"##
            + #"<ds:Transform Algorithm="\#(XMLNamespace.envelopedSignature)">\#(parameter)</ds:Transform>"#
            + #"<ds:Transform Algorithm="\#(c14n)"></ds:Transform></ds:Transforms>"#
            + #"<ds:DigestMethod Algorithm="\#(DigestAlgorithm.sha256.rawValue)"></ds:DigestMethod>"#
            + "<ds:DigestValue>\(digest.base64EncodedString())</ds:DigestValue></ds:Reference></ds:SignedInfo>"
        let canonical = #"<ds:SignedInfo xmlns="urn:d" xmlns:ds="\#(ds)">"# + parts
        let value = try sign(Data(canonical.utf8)).base64EncodedString()
        return #"<a xmlns="urn:d" ID="top"><ds:Signature xmlns:ds="\#(ds)"><ds:SignedInfo>"# + parts
            + "<ds:SignatureValue>\(value)</ds:SignatureValue>\(keyInfo)</ds:Signature>x</a>"
    }

    func sign(_ recipe: SignatureRecipe = SignatureRecipe()) throws -> String {
        try EnvelopedSigner.sign(Self.before, Self.after, id: "top", with: provider(), recipe: recipe)
    }

    func verify(
        _ xml: String, certificates: [TrustedCertificate]? = nil
    ) throws -> SignatureVerifier.Verified? {
        let verifier = try certificates.map { SignatureVerifier(certificates: $0) } ?? Self.verifier()
        return try verifier.verify(tree(xml).root())
    }
}

extension String {
    /// The part from one mark to the end of another.
    func slice(_ start: String, _ end: String) -> String? {
        guard let first = range(of: start),
            let last = range(of: end, range: first.upperBound..<endIndex)
        else { return nil }
        return String(self[first.lowerBound..<last.upperBound])
    }
}
