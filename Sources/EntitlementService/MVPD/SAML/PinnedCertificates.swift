import SAML
import Settings
import XMLSecurity

/// Parses the pinned certificates of the configuration, each once per process.
enum PinnedCertificates {
    /// The format of a PEM certificate with a usable key.
    static let format = Formats.certificate

    private static let known = Readings<TrustedCertificate>()

    /// Returns the parsed certificates; invalid ones are skipped.
    static func believed(_ pems: [String]) -> [TrustedCertificate] { pems.compactMap { try? read($0) } }

    /// Parses a certificate.
    ///
    /// - Throws: `XMLError` if the text is not a certificate.
    static func read(_ pem: String) throws(XMLError) -> TrustedCertificate {
        if let certificate = known[pem] { return certificate }
        let certificate = try TrustedCertificate(pem: pem)
        known.remember(certificate, of: pem)
        return certificate
    }
}
