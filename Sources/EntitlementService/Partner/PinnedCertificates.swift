import NIOConcurrencyHelpers
import XMLSecurity

/// The certificates that the configuration pins, each read once in a process.
enum PinnedCertificates {
    /// How many are remembered: more MVPDs than any service provider integrates.
    private static let capacity = 1024
    private static let known = NIOLockedValueBox<[String: TrustedCertificate]>([:])

    /// Reads a certificate.
    ///
    /// - Throws: When the text is no certificate.
    static func read(_ pem: String) throws -> TrustedCertificate {
        if let certificate = known.withLockedValue({ $0[pem] }) { return certificate }
        let certificate = try TrustedCertificate(pem: pem)
        known.withLockedValue { known in
            if known.count >= capacity { known.removeAll() }
            known[pem] = certificate
        }
        return certificate
    }
}
