package import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// A party's answer to a ``LogoutRequest`` (SAML Core 2.0, 3.7.2).
package struct LogoutResponse: Sendable, Hashable {
    /// The response's identifier.
    package var id: String
    /// The identifier of the answered request.
    package var inResponseTo: MessageID
    /// The time of issue.
    package var issueInstant: Date
    /// The party's entity identifier.
    package var issuer: EntityID
    /// The destination; `nil` if the response does not contain it.
    package var destination: EndpointLocation?
    /// The status codes from the top one down.
    package var statusCodes: [String]
    /// What the provider says about the status; `nil` for nothing (SAML Core 2.0, 3.2.2.3).
    package var statusMessage: String?

    /// Creates a response.
    package init(
        id: String, inResponseTo: MessageID, issueInstant: Date, issuer: EntityID, destination: EndpointLocation?,
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

    /// Returns the response as XML without a signature; the binding signs it in a query.
    package func xml() -> String {
        var text = #"<samlp:LogoutResponse xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        text += #" xmlns:saml="\#(SAMLNames.assertionNamespace)""#
        if let destination { text += #" Destination="\#(XMLEscaping.escape(destination.rawValue))""# }
        text += #" ID="\#(XMLEscaping.escape(id))" InResponseTo="\#(XMLEscaping.escape(inResponseTo.rawValue))""#
        text += #" IssueInstant="\#(SAMLInstant.format(issueInstant))" Version="2.0">"#
        text += "<saml:Issuer>\(XMLEscaping.escape(issuer.rawValue))</saml:Issuer>"
        let message = statusMessage.map { "<samlp:StatusMessage>\(XMLEscaping.escape($0))</samlp:StatusMessage>" } ?? ""
        return text
            + "<samlp:Status>\(SAMLStatusCode.nested(statusCodes))\(message)</samlp:Status></samlp:LogoutResponse>"
    }

    /// Reads a response; the binding determines who sent it.
    ///
    /// - Throws: ``MessageError`` if the text is not a response or cannot be parsed safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            let root = try MessageHead.root(of: Data(xml.utf8), named: "LogoutResponse")
            let head = try MessageHead(root)
            id = head.id
            issueInstant = head.issueInstant
            issuer = head.issuer
            destination = EndpointLocation(root.attribute("Destination"))
            guard let inResponseTo = root.attribute("InResponseTo") else {
                throw MessageError("The response has no InResponseTo.")
            }
            self.inResponseTo = MessageID(inResponseTo)
            var codes: [String] = []
            let status = root.child("Status", SAMLNames.protocolNamespace)
            statusMessage = (try? status?.child("StatusMessage", SAMLNames.protocolNamespace)?.text()) ?? nil
            var next = status?.child("StatusCode", SAMLNames.protocolNamespace)
            while let code = next {
                codes.append(code.attribute("Value") ?? "")
                next = code.child("StatusCode", SAMLNames.protocolNamespace)
            }
            guard !codes.isEmpty else {
                throw MessageError(
                    status == nil ? "The response has no status." : "The status of the response has no code.")
            }
            statusCodes = codes
        } catch {
            throw MessageError(reading: error)
        }
    }
}
