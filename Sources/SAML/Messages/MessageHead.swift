import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// The common attributes of every protocol message (SAML Core 2.0, 3.2).
struct MessageHead {
    let id: String
    let issueInstant: Date
    let issuer: EntityID

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - root: The message.
    ///   - isOfEntity: Whether the issuer must be an entity, as in the profiles for browsers (SAML Profiles 2.0, 4.1.4.1
    ///     and 4.4.4).
    /// - Throws: ``MessageError`` or ``XMLError`` for a message that breaks a rule.
    init(_ root: XMLElement, isOfEntity: Bool = true) throws {
        let version = root.attribute("Version")
        guard version == "2.0" else {
            throw MessageError(
                "The Version of <\(root.name)> is \(version.map { "'\($0)'" } ?? "missing"): expected '2.0'.")
        }
        guard let id = root.attribute("ID") else { throw MessageError("<\(root.name)> has no ID.") }
        guard let issued = WrittenTime(root, "IssueInstant") else {
            throw MessageError("<\(root.name)> has no IssueInstant.")
        }
        guard let instant = issued.date else {
            throw MessageError(issued.failure(.assertion, allowing: [])?.reason ?? "")
        }
        guard let issuer = root.child("Issuer", SAMLNames.assertionNamespace) else {
            throw MessageError("<\(root.name)> has no <Issuer>.")
        }
        if isOfEntity, let format = issuer.attribute("Format"), format != SAMLNames.entity {
            throw MessageError(
                "The Format of the <Issuer> of <\(root.name)> is '\(format.prefix(256))', not '\(SAMLNames.entity)'.")
        }
        self.id = id
        issueInstant = instant
        self.issuer = EntityID(try issuer.exactText())
    }

    /// Parses a document safely and returns its top element, which must be a message with this name.
    static func root(of document: Data, named name: String) throws -> XMLElement {
        let root = try XMLTree(document).root()
        guard root.isNamed(name, SAMLNames.protocolNamespace) else {
            let namespace = root.namespace.isEmpty ? "no namespace" : "the namespace '\(root.namespace)'"
            throw MessageError("The message is not a SAML \(name), but <\(root.name)> in \(namespace).")
        }
        return root
    }
}
