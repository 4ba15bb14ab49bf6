import XMLSecurity

/// The certificates that the configuration pins, each read once in a process.
enum PinnedCertificates {
    private static let known = Readings<TrustedCertificate>()

    /// Reads certificates; one that is none believes nothing.
    static func believed(_ pems: [String]) -> [TrustedCertificate] { pems.compactMap { try? read($0) } }

    /// Reads a certificate.
    ///
    /// - Throws: When the text is no certificate.
    static func read(_ pem: String) throws(XMLError) -> TrustedCertificate {
        if let certificate = known[pem] { return certificate }
        let certificate = try TrustedCertificate(pem: pem)
        known.remember(certificate, of: pem)
        return certificate
    }
}
