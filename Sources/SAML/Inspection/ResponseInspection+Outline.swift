import TVSimStructuredText

extension ResponseInspection {
    /// The parts as text: one line each, indented below its parent.
    package var outline: String {
        var lines = ["\(root)  (not validated)"]
        lines += Self.line(1, "Read from", source?.summary)
        lines += Self.line(1, "ID", id) + Self.version(1, version)
        lines += Self.line(1, "InResponseTo", inResponseTo)
        lines += Self.line(1, "IssueInstant", issueInstant)
        lines += Self.line(1, "Destination", destination) + Self.line(1, "Issuer", issuer)
        lines += Self.line(1, "Status", statusCodes.joined(separator: " > "))
        lines += Self.line(1, "StatusMessage", statusMessage)
        lines += assertions.flatMap(Self.lines)
        if encryptedAssertions > 0 {
            lines += Self.line(1, "EncryptedAssertions", "\(encryptedAssertions)")
        }
        lines += (encryptions ?? []).flatMap(Self.lines)
        lines += signatures.flatMap(Self.lines)
        return lines.map(\.onOneLine).joined(separator: "\n")
    }

    /// Returns one line; an empty list if the value is missing or empty.
    private static func line(_ depth: Int, _ name: String, _ value: String?) -> [String] {
        guard let value, !value.isEmpty else { return [] }
        return [String(repeating: "  ", count: depth) + "\(name): \(value)"]
    }

    /// Returns the line for the version; an empty list for the usual version 2.0.
    private static func version(_ depth: Int, _ version: String?) -> [String] {
        version == "2.0" ? [] : line(depth, "Version", version ?? "none")
    }

    private static func lines(of assertion: InspectedAssertion) -> [String] {
        var lines = ["  Assertion" + (assertion.parent.map { " in \($0)" } ?? "")]
        lines += line(2, "ID", assertion.id) + version(2, assertion.version)
        lines += line(2, "IssueInstant", assertion.issueInstant) + line(2, "Issuer", assertion.issuer)
        lines += line(2, "NameID", assertion.nameID)
        if assertion.hasEncryptedID {
            lines += line(2, "EncryptedID", assertion.nameID == nil ? "not decrypted" : "decrypted")
        }
        for confirmation in assertion.confirmations {
            lines += line(2, "SubjectConfirmation", confirmation.method ?? "no method")
            lines += line(3, "Recipient", confirmation.recipient) + line(3, "InResponseTo", confirmation.inResponseTo)
            lines += line(3, "NotBefore", confirmation.notBefore) + line(3, "NotOnOrAfter", confirmation.notOnOrAfter)
        }
        lines += line(2, "NotBefore", assertion.notBefore) + line(2, "NotOnOrAfter", assertion.notOnOrAfter)
        for audiences in assertion.audiences { lines += line(2, "Audience", audiences.joined(separator: " or ")) }
        for condition in assertion.otherConditions { lines += line(2, "Condition", condition) }
        for statement in assertion.authnStatements {
            lines += line(2, "AuthnInstant", statement.authnInstant ?? "none")
            lines += line(3, "SessionIndex", statement.sessionIndex)
            lines += line(3, "SessionNotOnOrAfter", statement.sessionNotOnOrAfter)
            lines += line(3, "AuthnContext", statement.authnContext)
        }
        // The prefix "Attribute" distinguishes an attribute from the other lines, whose names it may have.
        lines += assertion.attributes.map { "    Attribute \($0.name): \($0.values.joined(separator: ", "))" }
        if assertion.encryptedAttributes > 0 {
            lines += line(2, "EncryptedAttributes", "\(assertion.encryptedAttributes)")
        }
        return lines
    }

    private static func lines(of encryption: InspectedEncryption) -> [String] {
        var lines = ["  Encryption of \(encryption.element)"]
        lines += line(2, "Algorithm", encryption.algorithm)
        for key in encryption.keys {
            lines += line(2, "Key", key.algorithm ?? "no algorithm")
            lines += line(3, "Digest", key.digest) + line(3, "Mask", key.mask) + line(3, "Recipient", key.recipient)
            for certificate in key.certificates {
                lines += line(3, "Certificate", "\(certificate.subject), until \(certificate.notAfter)")
                lines += line(4, "SHA-256", certificate.fingerprint)
            }
        }
        return lines + line(2, "Not decrypted", encryption.failure)
    }

    private static func lines(of signature: InspectedSignature) -> [String] {
        var lines = ["  Signature" + (signature.parent.map { " in \($0)" } ?? "")]
        lines += line(2, "References", signature.references.joined(separator: ", "))
        lines += line(2, "Algorithm", signature.algorithm)
        for certificate in signature.certificates {
            lines += line(2, "Certificate", "\(certificate.subject), until \(certificate.notAfter)")
            lines += line(3, "SHA-256", certificate.fingerprint)
        }
        return lines
    }
}
