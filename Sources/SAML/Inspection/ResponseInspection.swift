package import Foundation
package import TVSimXMLSecurity

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
    /// All assertions of the document, also those that were decrypted.
    package let assertions: [InspectedAssertion]
    /// The number of encrypted assertions.
    package let encryptedAssertions: Int
    /// How each encrypted assertion, name and attribute is encrypted; `nil` if the response has none.
    package let encryptions: [InspectedEncryption]?
    /// All signatures of the document, also those in decrypted assertions.
    package let signatures: [InspectedSignature]
    /// Where the response was found in a text; `nil` if the text was the response itself.
    package let source: PastedResponse.Source?

    /// Decodes a response in a form in which people copy it.
    ///
    /// - Parameters:
    ///   - text: The text with the response.
    ///   - decryptor: Decrypts assertions, names and attributes; `nil` to show only how they are encrypted.
    /// - Throws: ``MessageError`` as ``init(_:)`` does, and if the text has no response or several.
    package init(pasted text: Data, decryptor: Decryptor? = nil) throws(MessageError) {
        let pasted: PastedResponse
        do { pasted = try PastedResponse(text) } catch { throw MessageError(reading: error) }
        try self.init(pasted.response, source: pasted.source, decryptor: decryptor)
    }

    /// Decodes a response: XML, or the Base64 of XML.
    ///
    /// - Throws: ``MessageError`` if it is not XML or cannot be parsed safely. A document that is not a response is not
    ///   an error: its signatures and assertions are listed.
    package init(_ input: Data) throws(MessageError) {
        try self.init(input, source: nil, decryptor: nil)
    }

    private init(_ input: Data, source: PastedResponse.Source?, decryptor: Decryptor?) throws(MessageError) {
        do {
            let (xml, encoding) = try ResponseInput.decode(input, limits: XMLLimits())
            self.init(
                try ResponseInput.tree(xml, from: input, limits: XMLLimits()).root(), bytes: xml.count,
                encoding: encoding, source: source, decryptor: decryptor)
        } catch {
            throw MessageError(reading: error)
        }
    }

    private init(
        _ root: XMLElement, bytes: Int, encoding: ResponseEncoding, source: PastedResponse.Source?,
        decryptor: Decryptor?
    ) {
        trusted = false
        self.encoding = encoding
        self.bytes = bytes
        self.source = source
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
        var reader = EncryptionReader(decryptor: decryptor)
        var open: [(element: XMLElement, parent: String?)] = [(root, nil)]
        while let (element, parent) = open.popLast() {
            if element.isNamed("Assertion", SAMLNames.assertionNamespace) {
                assertions.append(InspectedAssertion(element, in: parent, &reader))
            } else if element.isNamed("EncryptedAssertion", SAMLNames.assertionNamespace) {
                encrypted += 1
                if let assertion = reader.open(element) { open.append((assertion, element.name)) }
            } else if element.isNamed("Signature", XMLNamespace.signature) {
                signatures.append(InspectedSignature(element))
            }
            open += element.children.reversed().map { ($0, element.name) }
        }
        self.assertions = assertions
        self.signatures = signatures
        encryptedAssertions = encrypted
        encryptions = reader.encryptions.isEmpty ? nil : reader.encryptions
    }
}

extension XMLElement {
    /// The text, or a description if the element contains more than text.
    var lenientText: String { (try? text()) ?? shownContent }
}
