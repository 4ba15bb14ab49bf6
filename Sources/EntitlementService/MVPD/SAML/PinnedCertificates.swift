import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// Parses the pinned certificates of the configuration, each once per process.
enum PinnedCertificates {
    /// The format of a certificate with a usable key.
    static let format = Formats.certificate

    private static let known = Readings<[TrustedCertificate]>()

    /// Returns the parsed certificates; invalid ones are skipped.
    static func believed(_ pems: [String]) -> [TrustedCertificate] { pems.flatMap { (try? read($0)) ?? [] } }

    /// Parses the certificates of a text.
    ///
    /// - Throws: `XMLError` if the text is not a certificate.
    static func read(_ pem: String) throws(XMLError) -> [TrustedCertificate] {
        if let certificates = known[pem] { return certificates }
        let certificates = try TrustedCertificate.all(in: pem)
        known.remember(certificates, of: pem)
        return certificates
    }
}
