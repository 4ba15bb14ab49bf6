import TVSimSAML
package import TVSimStructuredText
import TVSimXMLSecurity

extension ResponseMaker {
    /// Rejects given options that exclude each other, or that have no effect on this maker, into which they were read.
    package func checkContradictions(in given: ParsedOptions) throws(CommandError) {
        let spelled = given.spelling
        if given.has("inResponseTo"), content.inResponseTo == nil {
            throw CommandError(
                .invalid, "\(spelled("unsolicited")) and \(spelled("inResponseTo")) cannot be used together")
        }
        guard given.has("privateKey") == given.has("certificate") else {
            throw CommandError(
                .invalid, "\(spelled("privateKey")) and \(spelled("certificate")) must be used together")
        }
        if signing.encryptionCertificate == nil, let key = ["encryption", "keyTransport"].first(where: given.has) {
            throw CommandError(.invalid, "\(spelled(key)) requires \(spelled("encryptFor"))")
        }
        if content.authnInstant == nil,
            let key = ["authnContext", "sessionIndex", "sessionNotOnOrAfter"].first(where: given.has)
        {
            throw CommandError(
                .invalid, "\(spelled(key)) requires an authentication, but \(spelled("authnInstant")) is never")
        }
        if content.recipient == nil, case let key = "confirmationNotOnOrAfter", given.has(key) {
            throw CommandError(
                .invalid, "\(spelled(key)) requires a confirmation, but \(spelled("recipient")) is empty")
        }
    }

    /// Rejects keys and certificates that cannot be used, with the name of the given file or key.
    package func checkKeys(in given: ParsedOptions) throws(CommandError) {
        func isCertificate(_ pem: String) throws(XMLError) {
            _ = try TrustedCertificate(pem: pem, allowingSmallKeys: true)
        }
        try given.check("certificate", signing.certificate.map { [$0] } ?? [], by: isCertificate)
        try given.check("encryptFor", signing.encryptionCertificate.map { [$0] } ?? [], by: isCertificate)
        guard signing.privateKey != nil else { return }
        do {
            _ = try signing.identity()
        } catch let error as XMLError {
            throw given.malformed("privateKey", error.description)
        } catch {
            throw given.malformed("privateKey", "the key cannot be used")
        }
    }
}
