import NIOConcurrencyHelpers
import XMLSecurity

/// The certificates that the configuration pins, each read once in a process.
enum PinnedCertificates {
    /// How many are remembered: more MVPDs than any service provider integrates.
    private static let capacity = 1024
    private static let known = NIOLockedValueBox<[String: TrustedCertificate]>([:])

    /// Reads certificates; one that is none believes nothing.
    static func believed(_ pems: [String]) -> [TrustedCertificate] { pems.compactMap { try? read($0) } }

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
