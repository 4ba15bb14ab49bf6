package import Foundation
import XMLSecurity

/// A service provider's request that a person's session at an identity provider end (SAML Core 2.0 § 3.7.1).
package struct LogoutRequest: Sendable, Hashable {
    /// The reason of a logout that the person asked for (§ 3.7.3).
    package static let userReason = "urn:oasis:names:tc:SAML:2.0:logout:user"

    /// Identifies the request.
    package var id: String
    /// When it was made.
    package var issueInstant: Date
    /// Who asks: the service provider's entity identifier.
    package var issuer: String
    /// Where it is sent; `nil`: not said.
    package var destination: String?
    /// Whose session it is, in the words of the assertion that began it.
    package var nameID: String
    /// What belongs to that name, in the words of the same assertion.
    package var qualifiers: NameQualifiers
    /// Which of the person's sessions; empty: all of them.
    package var sessionIndexes: [String]

    /// Creates a request.
    package init(
        id: String, issueInstant: Date, issuer: String, destination: String?, nameID: String,
        qualifiers: NameQualifiers, sessionIndexes: [String]
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.destination = destination
        self.nameID = nameID
        self.qualifiers = qualifiers
        self.sessionIndexes = sessionIndexes
    }

    /// Writes the request without a signature: in a query the binding signs.
    package func xml() -> String {
        var text = #"<samlp:LogoutRequest xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        text += #" xmlns:saml="\#(SAMLNames.assertionNamespace)""#
        if let destination { text += #" Destination="\#(XMLEscaping.escape(destination))""# }
        text += #" ID="\#(XMLEscaping.escape(id))" IssueInstant="\#(SAMLInstant.format(issueInstant))""#
        text += #" Reason="\#(Self.userReason)" Version="2.0">"#
        text += "<saml:Issuer>\(XMLEscaping.escape(issuer))</saml:Issuer>"
        text += "<saml:NameID\(qualifiers.attributes)>\(XMLEscaping.escape(nameID))</saml:NameID>"
        for index in sessionIndexes {
            text += "<samlp:SessionIndex>\(XMLEscaping.escape(index))</samlp:SessionIndex>"
        }
        return text + "</samlp:LogoutRequest>"
    }

    /// Reads a request; who made it is for the binding to say.
    ///
    /// - Throws: ``MessageError`` when the text is not a request that can be read safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            let root = try MessageHead.root(of: Data(xml.utf8), named: "LogoutRequest")
            let head = try MessageHead(root)
            id = head.id
            issueInstant = head.issueInstant
            issuer = head.issuer
            destination = root.attribute("Destination")
            guard let name = root.child("NameID", SAMLNames.assertionNamespace), case let text = try name.text(),
                !text.isEmpty
            else { throw MessageError("The request does not say whose session is to end.") }
            nameID = text
            qualifiers = NameQualifiers(name)
            sessionIndexes = try root.children("SessionIndex", SAMLNames.protocolNamespace).map { try $0.text() }
        } catch {
            throw MessageError(reading: error)
        }
    }
}
