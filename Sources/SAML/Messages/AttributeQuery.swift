package import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// A query for the values of a subject's attributes (SAML Core 2.0, 3.3.2.3).
package struct AttributeQuery: Sendable, Hashable {
    /// The query's identifier.
    package var id: String
    /// The time of issue.
    package var issueInstant: Date
    /// The requester.
    package var issuer: EntityID
    /// The subject's name.
    package var nameID: String
    /// The names of the requested attributes, in order.
    package var attributeNames: [String]

    /// Creates a query.
    package init(id: String, issueInstant: Date, issuer: EntityID, nameID: String, attributeNames: [String]) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.nameID = nameID
        self.attributeNames = attributeNames
    }

    /// Returns the query as XML.
    package func xml() -> String {
        let attributes = attributeNames.map { #"<saml:Attribute Name="\#(XMLEscaping.escape($0))"></saml:Attribute>"# }
        return #"<samlp:AttributeQuery xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
            + #" xmlns:saml="\#(SAMLNames.assertionNamespace)" ID="\#(XMLEscaping.escape(id))""#
            + #" IssueInstant="\#(SAMLInstant.format(issueInstant))" Version="2.0">"#
            + "<saml:Issuer>\(XMLEscaping.escape(issuer.rawValue))</saml:Issuer>"
            + "<saml:Subject><saml:NameID>\(XMLEscaping.escape(nameID))</saml:NameID></saml:Subject>"
            + attributes.joined() + "</samlp:AttributeQuery>"
    }

    /// Reads a query.
    ///
    /// - Throws: ``MessageError`` if the text is not a query or cannot be parsed safely. A query without attributes is
    ///   not an error.
    package init(xml: String) throws(MessageError) {
        do {
            let root = try MessageHead.root(of: Data(xml.utf8), named: "AttributeQuery")
            let head = try MessageHead(root, isOfEntity: false)
            id = head.id
            issueInstant = head.issueInstant
            issuer = head.issuer
            let subject = root.child("Subject", SAMLNames.assertionNamespace)
            guard let name = subject?.child("NameID", SAMLNames.assertionNamespace) else {
                throw MessageError("The query has no subject.")
            }
            nameID = try name.exactText()
            attributeNames = root.children("Attribute", SAMLNames.assertionNamespace).compactMap {
                $0.attribute("Name")
            }
        } catch {
            throw MessageError(reading: error)
        }
    }
}
