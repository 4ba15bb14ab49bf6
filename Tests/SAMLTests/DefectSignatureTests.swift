import Foundation
import TVSimSAML
import TVSimXMLSecurity
import Testing

/// A defect of a signature's form is the only one: the value holds over SignedInfo as it stands, and the digest is right, so
/// that whoever overlooks the form believes the response.
struct DefectSignatureTests {
    private static let exclusive = [
        "noReference", "twoDigestValues", "xsltTransform", "xpathTransform", "base64Transform", "unknownTransform",
        "voidCanonicalization",
    ]
    private static let nothing = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private static func issued(_ name: String, _ signed: ResponseIssuer.Signed) throws -> String {
        let defect = try #require(ResponseDefect(rawValue: name))
        return try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, signed: signed, defect: defect))
    }

    private static func holds(_ xml: String, over signedInfo: String) throws -> Bool {
        let value = try #require(xml.slice("<ds:SignatureValue>", "</ds:SignatureValue>"))
            .dropFirst("<ds:SignatureValue>".count).dropLast("</ds:SignatureValue>".count)
        return SignatureAlgorithm.rsaSHA256.isValidSignature(
            try #require(Data(base64Encoded: String(value))), for: Data(signedInfo.utf8),
            by: try SAMLWorld.identity().certificate)
    }

    @Test(
        "computes the signature value over SignedInfo as it is sent", arguments: exclusive,
        [ResponseIssuer.Signed.assertion, .response])
    func value(_ name: String, _ signed: ResponseIssuer.Signed) throws {
        let xml = try Self.issued(name, signed)
        #expect(try Self.holds(xml, over: try #require(xml.slice("<ds:SignedInfo", "</ds:SignedInfo>"))))
    }

    @Test("contains the correct digest, as often as the shape requires", arguments: exclusive)
    func digests(_ name: String) throws {
        let xml = try Self.issued(name, .response)
        let signature = try #require(xml.slice("<ds:Signature ", "</ds:Signature>"))
        // What has no canonical form has no honest digest either.
        let isVoid = name == "voidCanonicalization"
        let honest = try EnvelopedSigner.digest(
            in: Data((isVoid ? "<a/>" : xml.replacing(signature, with: "")).utf8), id: nil
        ).base64EncodedString()
        let told = xml.matches(of: /<ds:DigestValue>([^<]+)</).map { String($0.1) }
        switch name {
        case "noReference": #expect(told.isEmpty)
        case "twoDigestValues": #expect(told == [honest, honest])
        default: #expect(told == [isVoid ? Self.nothing : honest])
        }
    }

    @Test("canonicalizes SignedInfo inclusively if it names that method, with the namespaces around it")
    func inclusive() throws {
        for (signed, around) in [
            (
                ResponseIssuer.Signed.assertion,
                #" xmlns:saml="\#(SAMLNames.assertionNamespace)" xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
            ), (.response, #" xmlns:samlp="\#(SAMLNames.protocolNamespace)""#),
        ] {
            let xml = try Self.issued("inclusiveCanonicalization", signed)
            let sent = try #require(xml.slice("<ds:SignedInfo", "</ds:SignedInfo>"))
            let start = #"<ds:SignedInfo xmlns:ds="\#(XMLNamespace.signature)""#
            #expect(sent.hasPrefix(start + ">") && sent.contains(XMLNamespace.inclusiveC14N))
            #expect(try Self.holds(xml, over: start + around + sent.dropFirst(start.count)))
            #expect(try !Self.holds(xml, over: sent))
        }
    }

    @Test("lets XSLT and XPath transforms contain a program, beside the two allowed transforms")
    func transforms() throws {
        for (name, content) in [
            ("xsltTransform", "<xsl:stylesheet "), ("xpathTransform", "<ds:XPath>true()</ds:XPath>"),
        ] {
            let xml = try Self.issued(name, .assertion)
            let transforms = try #require(xml.slice("<ds:Transforms>", "</ds:Transforms>"))
            #expect(transforms.contains(content))
            let names = transforms.matches(of: /Transform Algorithm="([^"]+)"/).map { String($0.1) }
            #expect(
                names.count == 3 && names.first == XMLNamespace.envelopedSignature
                    && names.last == XMLNamespace.exclusiveC14N)
        }
    }
}
