import Foundation
import Identifiers
import XMLSecurity

/// The common attributes of every protocol message (SAML Core 2.0, 3.2).
struct MessageHead {
    let id: String
    let issueInstant: Date
    let issuer: EntityID

    init(_ root: XMLElement) throws {
        guard root.attribute("Version") == "2.0" else { throw MessageError("The version of the message is not 2.0.") }
        guard let id = root.attribute("ID") else { throw MessageError("The message has no ID.") }
        guard let instant = root.attribute("IssueInstant").flatMap(SAMLInstant.parse) else {
            throw MessageError("The IssueInstant of the message is missing or invalid.")
        }
        guard let issuer = root.child("Issuer", SAMLNames.assertionNamespace) else {
            throw MessageError("The message has no issuer.")
        }
        self.id = id
        issueInstant = instant
        self.issuer = EntityID(try issuer.text())
    }

    /// Parses a document safely and returns its top element, which must be a message with this name.
    static func root(of document: Data, named name: String) throws -> XMLElement {
        let root = try XMLTree(document).root()
        guard root.isNamed(name, SAMLNames.protocolNamespace) else {
            throw MessageError("The message is not a SAML \(name).")
        }
        return root
    }
}
