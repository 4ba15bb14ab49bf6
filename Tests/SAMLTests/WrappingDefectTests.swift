import Foundation
import FoundationXML
import TVSimSAML
import Testing

/// The messages of the defects that wrap signatures.
///
/// A validator may refuse such a message for its outer shape alone. The tests therefore look whether it is the attack.
@Suite("A wrapping defect")
struct WrappingDefectTests {
    /// Where the forged element and the signed one are, as an XPath expression without namespaces.
    static let shapes: [(defect: String, path: String)] = [
        ("xsw1", "/Response[@ID='_evil' and Assertion//NameID='mallory']/Signature/Response[@ID='_response']"),
        (
            "xsw2",
            "/Response[@ID='_evil' and Assertion//NameID='mallory']/Response[@ID='_response' and following::Signature]"
        ),
        (
            "xsw3",
            "/Response/Assertion[@ID='_evil' and .//NameID='mallory']/following-sibling::Assertion[@ID='_assertion' and Signature]"
        ),
        ("xsw4", "//Assertion[@ID='_evil' and Subject/NameID='mallory']/Assertion[@ID='_assertion' and Signature]"),
        (
            "xsw5",
            "/Response/Assertion[@ID='_evil' and .//NameID='mallory' and Signature]/following-sibling::Assertion[@ID='_assertion' and not(Signature)]"
        ),
        ("xsw6", "//Assertion[@ID='_evil' and Subject/NameID='mallory']/Signature/Assertion[@ID='_assertion']"),
        (
            "xsw7",
            "/Response[Assertion[@ID='_assertion' and Signature]]/Extensions/Assertion[@ID='_evil' and .//NameID='mallory']"
        ),
        ("xsw8", "//Assertion[@ID='_evil' and Subject/NameID='mallory']/Signature/Object/Assertion[@ID='_assertion']"),
        (
            "honestInExtensions",
            "/Response[Assertion[@ID='_evil' and .//NameID='mallory']]/Extensions/Assertion[@ID='_assertion' and Signature]"
        ),
        (
            "digestElsewhere",
            "/Response[Status/StatusDetail/DigestValue]/Assertion[@ID='_assertion' and Signature]/Subject/NameID[.='mallory']"
        ),
        ("decoySignature", "/Response[Assertion/Signature]/Signature[namespace-uri()='urn:example:decoy']/SignedInfo"),
        ("confusedSignature", "/Response/Assertion/Signature[namespace-uri()='urn:example:confused']/SignedInfo"),
        (
            "evilAssertionLast",
            "/Response/Assertion[@ID='_assertion' and Signature]/following-sibling::Assertion[@ID='_evil' and .//NameID='mallory']"
        ),
        (
            "sameIDTwice",
            "/Response/Assertion[@ID='_assertion' and .//NameID='mallory']/following-sibling::Assertion[@ID='_assertion' and Signature]"
        ),
        (
            "otherIDAttribute",
            "/Response/Assertion[@ID='_evil' and @Id='_assertion' and Signature]/Subject/NameID[.='mallory']"
        ),
        (
            "honestInAdvice",
            "/Response/Assertion[@ID='_evil' and Subject/NameID='mallory' and Signature]/Advice/Assertion[@ID='_assertion']"
        ),
        (
            "evilInStatusDetail",
            "/Response[Assertion[@ID='_assertion' and Signature]]/Status/StatusDetail/Assertion[@ID='_evil' and .//NameID='mallory']"
        ),
        (
            "responseInResponse",
            "/Response[@ID='_evil' and Assertion//NameID='mallory']/Extensions/Response[@ID='_response']/Assertion[Signature]"
        ),
        (
            "assertionAddedToRefusal",
            "/Response[Signature and contains(Status/StatusCode/@Value, 'Responder')]/Assertion[@ID='_evil']/Subject/NameID[.='mallory']"
        ),
    ]

    private static func message(_ name: String) throws -> String {
        let defect = try #require(ResponseDefect(rawValue: name))
        return try #require(try SAMLWorld.issuer().issue(SAMLWorld.content, defect: defect))
    }

    @Test("puts the forged element and the signed one where it says", arguments: shapes)
    func shape(_ defect: String, _ path: String) throws {
        // Names of elements begin with a capital letter; names of attributes and values do not count.
        let anyNamespace = path.replacing(/([@']?)([A-Z]\w*)/) { match in
            match.output.1.isEmpty ? "*[local-name()='\(match.output.2)']" : "\(match.output.0)"
        }
        let document = try XMLDocument(xmlString: try Self.message(defect))
        #expect(try document.nodes(forXPath: anyNamespace).count == 1)
    }

    @Test(
        "keeps the octets that were signed, where the signed element is in the message", arguments: shapes.map(\.defect)
    )
    func signedOctets(_ defect: String) throws {
        // These change what was signed, the signature, or the response before it is signed.
        guard !["digestElsewhere", "confusedSignature", "otherIDAttribute", "assertionAddedToRefusal"].contains(defect)
        else { return }
        let message = try Self.message(defect)
        let signsResponse = ["xsw1", "xsw2"].contains(defect)
        let honest = try SAMLWorld.response(signed: signsResponse ? .response : .assertion)
        let signature = try #require(honest.slice("<ds:Signature ", "</ds:Signature>"))
        let value = try #require(honest.slice("<ds:SignatureValue>", "</ds:SignatureValue>"))
        #expect(message.contains(value))
        let signed = honest.replacing(signature, "")
        let element = signsResponse ? signed : signed.slice("<saml:Assertion ", "</saml:Assertion>")
        let octets = try #require(element)
        #expect(message.replacingOccurrences(of: signature, with: "").contains(octets))
    }

    @Test("digestElsewhere has the digest of the changed assertion in the status")
    func digest() throws {
        let message = try Self.message("digestElsewhere")
        func digest(_ xml: String) throws -> String {
            let element = try #require(xml.slice("<ds:DigestValue", "</ds:DigestValue>"))
            return try #require(element.components(separatedBy: ">").dropFirst().first)
        }
        let status = try #require(message.slice("<samlp:StatusDetail>", "</samlp:StatusDetail>"))
        // An issuer that says the same by itself signs this digest.
        #expect(try digest(status) == digest(SAMLWorld.response { $0.nameID = "mallory" }))
        let signature = try #require(message.slice("<ds:Signature ", "</ds:Signature>"))
        #expect(try digest(signature) == digest(SAMLWorld.response()))
    }
}
