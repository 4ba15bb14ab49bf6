package import Foundation
package import TVSimStructuredText
import TVSimXMLSecurity

/// A service provider's request to end a user's session at an identity provider (SAML Core 2.0, 3.7.1).
package struct LogoutRequest: Sendable, Hashable {
    /// The reason of a logout that the user started (SAML Core 2.0, 3.7.3).
    package static let userReason = "urn:oasis:names:tc:SAML:2.0:logout:user"

    /// The request's identifier.
    package var id: String
    /// The time of issue.
    package var issueInstant: Date
    /// The requester: the service provider's entity identifier.
    package var issuer: EntityID
    /// The destination; `nil` if the request does not contain it.
    package var destination: String?
    /// The subject's name, as in the assertion that started the session.
    package var nameID: UserID
    /// The qualifiers of that name, as in the same assertion.
    package var qualifiers: NameQualifiers
    /// The indexes of the sessions to end; empty for all sessions.
    package var sessionIndexes: [String]

    /// Creates a request.
    package init(
        id: String, issueInstant: Date, issuer: EntityID, destination: String?, nameID: UserID,
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

    /// Returns the request as XML without a signature; the binding signs it in a query.
    package func xml() -> String {
        var text = #"<samlp:LogoutRequest xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
        text += #" xmlns:saml="\#(SAMLNames.assertionNamespace)""#
        if let destination { text += #" Destination="\#(XMLEscaping.escape(destination))""# }
        text += #" ID="\#(XMLEscaping.escape(id))" IssueInstant="\#(SAMLInstant.format(issueInstant))""#
        text += #" Reason="\#(Self.userReason)" Version="2.0">"#
        text += "<saml:Issuer>\(XMLEscaping.escape(issuer.rawValue))</saml:Issuer>"
        text += "<saml:NameID\(qualifiers.attributes)>\(XMLEscaping.escape(nameID.rawValue))</saml:NameID>"
        for index in sessionIndexes {
            text += "<samlp:SessionIndex>\(XMLEscaping.escape(index))</samlp:SessionIndex>"
        }
        return text + "</samlp:LogoutRequest>"
    }

    /// Reads a request; the binding determines who sent it.
    ///
    /// - Throws: ``MessageError`` if the text is not a request or cannot be parsed safely.
    package init(unverifiedXML xml: String) throws(MessageError) {
        do {
            let root = try MessageHead.root(of: Data(xml.utf8), named: "LogoutRequest")
            let head = try MessageHead(root)
            id = head.id
            issueInstant = head.issueInstant
            issuer = head.issuer
            destination = root.attribute("Destination")
            guard let name = root.child("NameID", SAMLNames.assertionNamespace), case let text = try name.exactText(),
                !text.isXMLSpace
            else { throw MessageError("The NameID of the request is missing or empty.") }
            nameID = UserID(text)
            qualifiers = NameQualifiers(name)
            sessionIndexes = try root.children("SessionIndex", SAMLNames.protocolNamespace).map {
                try $0.exactText()
            }
        } catch {
            throw MessageError(reading: error)
        }
    }
}
