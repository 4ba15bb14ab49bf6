package import TVSimStructuredText
import TVSimXMLSecurity

extension Formats {
    /// A certificate with a usable key, or several: PEM, PKCS #7, SAML metadata or the Base64 of DER.
    ///
    /// The value is PEM.
    package static let certificate = certificate(for: .signing)

    /// A certificate with an RSA key for which a message can be encrypted, in the forms of ``certificate``.
    package static let encryptionCertificate = certificate(for: .encryption).checked([:]) {
        (pem, cursor) throws(SourceError) in
        guard (try? TrustedCertificate(pem: pem))?.rsaBits == nil else { return }
        throw SourceError(
            .wrongValue, at: cursor.path, "the key of the certificate is not RSA: only an RSA key encrypts a message")
    }

    private static func certificate(for use: CertificateUse) -> Format<String> {
        Format<String>(text.schema, write: text.write) { (cursor, notes) throws(SourceError) in
            let text = try text.read(cursor, notes)
            do throws(XMLError) {
                let certificates = try TrustedCertificate.all(in: text, for: use)
                return text.contains("-----BEGIN CERTIFICATE-----")
                    ? text : certificates.map(\.pem).joined(separator: "\n") + "\n"
            } catch {
                throw SourceError(.wrongValue, at: cursor.path, error.description)
            }
        }
    }
}
