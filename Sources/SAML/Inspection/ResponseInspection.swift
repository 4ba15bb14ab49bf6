package import Foundation
import TVSimXMLSecurity

/// The parts of a response, decoded for people.
///
/// Nothing is verified; do not trust any of it.
///
/// Reading is lenient: missing parts are missing here too, and assertions are listed wherever they are.
package struct ResponseInspection: Sendable, Hashable, Codable {
    /// Always false, so that readers of the JSON see it.
    package let trusted: Bool
    /// The encoding of the input.
    package let encoding: ResponseEncoding
    /// The XML's size in bytes.
    package let bytes: Int
    /// The name of the top element.
    package let root: String
    /// The identifier of the top element.
    package let id: String?
    /// The version of SAML.
    package let version: String?
    /// The identifier of the answered request.
    package let inResponseTo: String?
    /// The time of issue.
    package let issueInstant: String?
    /// The destination.
    package let destination: String?
    /// The issuer.
    package let issuer: String?
    /// The status codes from the top one down.
    package let statusCodes: [String]
    /// The status's message.
    package let statusMessage: String?
    /// All assertions of the document.
    package let assertions: [InspectedAssertion]
    /// The number of encrypted assertions.
    package let encryptedAssertions: Int
    /// All signatures of the document.
    package let signatures: [InspectedSignature]

    /// Decodes a response: XML, or the Base64 of XML.
    ///
    /// - Throws: ``MessageError`` if it is not XML or cannot be parsed safely. A document that is not a response is not
    ///   an error: its signatures and assertions are listed.
    package init(_ input: Data) throws(MessageError) {
        do {
            let (xml, encoding) = try ResponseInput.decode(input, limits: XMLLimits())
            self.init(
                try ResponseInput.tree(xml, from: input, limits: XMLLimits()).root(), bytes: xml.count,
                encoding: encoding)
        } catch {
            throw MessageError(reading: error)
        }
    }

    private init(_ root: XMLElement, bytes: Int, encoding: ResponseEncoding) {
        trusted = false
        self.encoding = encoding
        self.bytes = bytes
        self.root = root.name
        id = root.attribute("ID")
        version = root.attribute("Version")
        inResponseTo = root.attribute("InResponseTo")
        issueInstant = root.attribute("IssueInstant")
        destination = root.attribute("Destination")
        issuer = root.child("Issuer", SAMLNames.assertionNamespace)?.lenientText
        let status = root.child("Status", SAMLNames.protocolNamespace)
        var codes: [String] = []
        var next = status?.child("StatusCode", SAMLNames.protocolNamespace)
        while let code = next {
            code.attribute("Value").map { codes.append($0) }
            next = code.child("StatusCode", SAMLNames.protocolNamespace)
        }
        statusCodes = codes
        statusMessage = status?.child("StatusMessage", SAMLNames.protocolNamespace)?.lenientText

        var assertions: [InspectedAssertion] = []
        var signatures: [InspectedSignature] = []
        var encrypted = 0
        var open = [root]
        while let element = open.popLast() {
            if element.isNamed("Assertion", SAMLNames.assertionNamespace) {
                assertions.append(InspectedAssertion(element))
            } else if element.isNamed("EncryptedAssertion", SAMLNames.assertionNamespace) {
                encrypted += 1
            } else if element.isNamed("Signature", XMLNamespace.signature) {
                signatures.append(InspectedSignature(element))
            }
            open += element.children.reversed()
        }
        self.assertions = assertions
        self.signatures = signatures
        encryptedAssertions = encrypted
    }
}

extension XMLElement {
    /// The text, or a description if the element contains more than text.
    var lenientText: String { (try? text()) ?? shownContent }
}
