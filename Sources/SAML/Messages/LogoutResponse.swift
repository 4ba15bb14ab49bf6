package import Foundation
import XMLSecurity

/// An identity provider's answer to a ``LogoutRequest`` (SAML Core 2.0 § 3.7.2).
package struct LogoutResponse: Sendable, Hashable {
    /// Identifies the response.
    package var id: String
    /// The request that is answered.
    package var inResponseTo: String
    /// When it was made.
    package var issueInstant: Date
    /// Who answers: the identity provider's entity identifier.
    package var issuer: String
    /// Where it is sent; `nil`: not said.
    package var destination: String?
    /// The status, from the top code down.
    package var statusCodes: [String]

    /// Creates a response.
    package init(
        id: String, inResponseTo: String, issueInstant: Date, issuer: String, destination: String?,
        statusCodes: [String] = [SAMLStatusCode.success]
    ) {
        self.id = id
        self.inResponseTo = inResponseTo
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.statusCodes = statusCodes
    }

    /// Whether the session has ended.
    package var succeeded: Bool { statusCodes.first == SAMLStatusCode.success }

    /// Writes the response without a signature: in a query the binding signs.
    package func xml() -> String {
        var text = #"<samlp:LogoutResponse xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        text += #" xmlns:saml="\#(SAMLNames.assertionNamespace)""#
        if let destination { text += #" Destination="\#(XMLEscaping.escape(destination))""# }
        text += #" ID="\#(XMLEscaping.escape(id))" InResponseTo="\#(XMLEscaping.escape(inResponseTo))""#
        text += #" IssueInstant="\#(SAMLInstant.format(issueInstant))" Version="2.0">"#
        text += "<saml:Issuer>\(XMLEscaping.escape(issuer))</saml:Issuer>"
        return text + "<samlp:Status>\(SAMLStatusCode.nested(statusCodes))</samlp:Status></samlp:LogoutResponse>"
    }

    /// Reads a response; who made it is for the binding to say.
    ///
    /// - Throws: ``MessageError`` when the text is not a response that can be read safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            let root = try MessageHead.root(of: Data(xml.utf8), named: "LogoutResponse")
            let head = try MessageHead(root)
            id = head.id
            issueInstant = head.issueInstant
            issuer = head.issuer
            destination = root.attribute("Destination")
            guard let inResponseTo = root.attribute("InResponseTo") else {
                throw MessageError("The response does not say which request it answers.")
            }
            self.inResponseTo = inResponseTo
            var codes: [String] = []
            var next = root.child("Status", SAMLNames.protocolNamespace)?
                .child("StatusCode", SAMLNames.protocolNamespace)
            while let code = next {
                codes.append(code.attribute("Value") ?? "")
                next = code.child("StatusCode", SAMLNames.protocolNamespace)
            }
            guard !codes.isEmpty else { throw MessageError("The response has no status.") }
            statusCodes = codes
        } catch {
            throw MessageError(reading: error)
        }
    }
}
