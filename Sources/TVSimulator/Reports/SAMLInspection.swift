import Foundation
import SAML

/// The parts of a SAML response, decoded and not checked, as `saml inspect` prints them.
package struct SAMLInspection: Encodable, Sendable {
    private let inspection: ResponseInspection

    /// Reads the response in a file, XML or Base64; `-` is standard input.
    ///
    /// - Throws: ``CommandError`` when the file cannot be read, or is not XML that can be read safely. A response that
    ///   nobody would believe is not an error.
    package init(file: String) throws(CommandError) {
        let bytes = try NamedFile.read(file)
        do throws(MessageError) {
            inspection = try ResponseInspection(Data(bytes))
        } catch {
            let source = file == "-" ? "<stdin>" : file
            throw CommandError(.malformed, "\(source): \(error.description.withoutFullStop)")
        }
    }

    /// Writes the parts under their stable keys.
    package func encode(to encoder: any Encoder) throws {
        try inspection.encode(to: encoder)
    }

    /// The parts as a person reads them.
    package var text: String {
        var lines = ["\(inspection.root)  (not checked: believe none of it)"]
        func add(_ depth: Int, _ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            lines.append(String(repeating: "  ", count: depth) + "\(name): \(value)")
        }
        add(1, "ID", inspection.id)
        add(1, "InResponseTo", inspection.inResponseTo)
        add(1, "IssueInstant", inspection.issueInstant)
        add(1, "Destination", inspection.destination)
        add(1, "Issuer", inspection.issuer)
        add(1, "Status", inspection.statusCodes.joined(separator: " > "))
        add(1, "StatusMessage", inspection.statusMessage)
        for assertion in inspection.assertions {
            lines.append("  Assertion" + (assertion.parent.map { " in \($0)" } ?? ""))
            add(2, "ID", assertion.id)
            add(2, "IssueInstant", assertion.issueInstant)
            add(2, "Issuer", assertion.issuer)
            add(2, "NameID", assertion.nameID)
            for confirmation in assertion.confirmations {
                add(2, "SubjectConfirmation", confirmation.method)
                add(3, "Recipient", confirmation.recipient)
                add(3, "InResponseTo", confirmation.inResponseTo)
                add(3, "NotOnOrAfter", confirmation.notOnOrAfter)
            }
            add(2, "NotBefore", assertion.notBefore)
            add(2, "NotOnOrAfter", assertion.notOnOrAfter)
            for audiences in assertion.audiences { add(2, "Audience", audiences.joined(separator: " or ")) }
            add(2, "AuthnInstant", assertion.authnInstant)
            add(2, "SessionNotOnOrAfter", assertion.sessionNotOnOrAfter)
            for attribute in assertion.attributes { add(2, attribute.name, attribute.values.joined(separator: ", ")) }
        }
        if inspection.encryptedAssertions > 0 { add(1, "EncryptedAssertions", "\(inspection.encryptedAssertions)") }
        for signature in inspection.signatures {
            lines.append("  Signature" + (signature.parent.map { " in \($0)" } ?? ""))
            add(2, "References", signature.references.joined(separator: ", "))
            add(2, "Algorithm", signature.algorithm)
            for certificate in signature.certificates {
                add(2, "Certificate", "\(certificate.subject), until \(certificate.notAfter)")
            }
        }
        return lines.map(\.onOneLine).joined(separator: "\n")
    }
}
