package import Foundation
import XMLSecurity

/// The parts of a response, decoded for people.
///
/// Nothing of it was checked, and none of it may be believed.
///
/// It is read leniently: what is missing is missing here too, and every assertion that stands anywhere is told.
package struct ResponseInspection: Sendable, Hashable, Codable {
    /// Always false: a reader of the JSON must see it too.
    package let trusted: Bool
    /// How the response came.
    package let encoding: ResponseEncoding
    /// The XML's size in bytes.
    package let bytes: Int
    /// The name of the top element.
    package let root: String
    /// The top element's attributes and what stands directly in it.
    package let id: String?
    /// The version of SAML.
    package let version: String?
    /// The request that is answered.
    package let inResponseTo: String?
    /// When it was issued.
    package let issueInstant: String?
    /// Where it is to go.
    package let destination: String?
    /// Who issued it.
    package let issuer: String?
    /// The status codes from the top one down.
    package let statusCodes: [String]
    /// The status's message.
    package let statusMessage: String?
    /// The assertions, wherever they stand.
    package let assertions: [InspectedAssertion]
    /// How many assertions are encrypted.
    package let encryptedAssertions: Int
    /// The signatures, wherever they stand.
    package let signatures: [InspectedSignature]

    /// Decodes a response: XML, or the Base64 of XML.
    ///
    /// - Throws: ``MessageError`` where it cannot be read safely, or is not XML. A document that is no response is not an
    ///   error: its signatures and assertions are told.
    package init(_ input: Data) throws(MessageError) {
        do {
            let (xml, encoding) = try ResponseInput.decode(input, limits: XMLLimits())
            self.init(try XMLTree(xml).root(), bytes: xml.count, encoding: encoding)
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
    /// The text; where the element holds something other than text, that is shown too.
    var lenientText: String { (try? text()) ?? shownContent }
}
