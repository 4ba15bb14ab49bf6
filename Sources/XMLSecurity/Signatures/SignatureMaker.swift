import Foundation
import TVSimCryptography

/// Says which key made a signature value, and how, as far as the trusted certificates and `KeyInfo` can tell.
struct SignatureMaker {
    let facts: SignatureFacts
    /// The trusted certificates with a key for the algorithm.
    let certificates: [TrustedCertificate]
    /// The canonical bytes of SignedInfo.
    let signedInfo: Data

    // MARK: - A trusted key

    /// The algorithm with which a trusted key made the value over SignedInfo; `nil` if it is the named one, or none.
    var otherAlgorithm: String? {
        for certificate in certificates {
            for scheme in [SignatureScheme.rsaPKCS1, .rsaPSS, .ecdsa] where certificate.key.fits(scheme) {
                for hash in Hash.allCases where scheme != facts.algorithm.scheme || hash != facts.algorithm.digest.hash
                {
                    let digest = hash.digest(of: signedInfo)
                    guard certificate.key.isValidSignature(facts.signatureValue, for: digest, hash, scheme) else {
                        continue
                    }
                    return "the trusted key (SHA-256 \(certificate.fingerprint)) made SignatureValue with "
                        + "\(Self.name(scheme)) and \(hash.title), but SignatureMethod names "
                        + "'\(facts.algorithm.rawValue)'"
                }
            }
        }
        return nil
    }

    private static func name(_ scheme: SignatureScheme) -> String {
        switch scheme {
        case .rsaPKCS1: "RSA PKCS#1 v1.5"
        case .rsaPSS: "RSA-PSS"
        case .ecdsa: "ECDSA"
        }
    }

    /// The trusted certificate whose key made the value, over something else; only RSA PKCS#1 v1.5 tells.
    private var owner: TrustedCertificate? {
        certificates.first { $0.key.signedDigest(in: facts.signatureValue) != nil }
    }

    // MARK: - Another key

    /// Says who else made the value, or what was changed.
    ///
    /// - Parameter digest: What the digest says about the content.
    /// - Returns: A clause.
    func otherMaker(_ digest: String) -> String {
        if let other = otherCertificate { return other }
        let trusted = "Trusted: " + certificates.map(Self.identity).joined(separator: "; ")
        if let owner {
            return "the trusted key (SHA-256 \(owner.fingerprint)) made SignatureValue, but over another SignedInfo: "
                + "SignedInfo was changed after it was signed; \(digest). \(trusted)"
        }
        let isRSA = facts.algorithm.scheme == .rsaPKCS1
        let changed = isRSA ? "SignatureValue was changed" : "SignedInfo or SignatureValue was changed"
        return "another key made it, or \(changed): \(shown); \(digest). \(trusted)"
    }

    /// A certificate in KeyInfo that is not trusted.
    private var otherCertificate: String? {
        let shown = facts.keyInfo.map(ShownKeys.certificates) ?? []
        let others = shown.filter { other in !certificates.contains { $0.derBytes == other.derBytes } }
        guard let other = others.first(where: isMaker) ?? others.first else { return nil }
        let trusted = certificates.map(Self.identity).joined(separator: "; ")
        let made = isMaker(other) ? "whose key made the signature" : "whose key did not make it either"
        let authority = certificates.contains { other.isIssued(by: $0) }
        let issued =
            authority
            ? "; a trusted certificate is its issuer (a CA), and only the key of a trusted certificate itself is accepted"
            : ""
        return
            "KeyInfo contains another certificate, \(made): \(Self.identity(of: other))\(issued). Trusted: \(trusted)"
    }

    private func isMaker(_ certificate: TrustedCertificate) -> Bool {
        facts.algorithm.isValidSignature(facts.signatureValue, for: signedInfo, by: certificate)
    }

    /// What KeyInfo shows of the key, as a clause.
    private var shown: String {
        guard let keyInfo = facts.keyInfo else { return "the signature has no KeyInfo that names the key" }
        let names = ShownKeys.names(keyInfo)
        guard names.isEmpty else { return "KeyInfo has no certificate, but \(names.joined(separator: ", "))" }
        return ShownKeys.certificates(keyInfo).isEmpty
            ? "KeyInfo has no readable certificate" : "KeyInfo contains the trusted certificate"
    }

    /// Returns a certificate's fingerprint and validity, for messages.
    static func identity(of certificate: TrustedCertificate) -> String {
        let (start, end) = (certificate.notValidBefore.ISO8601Format(), certificate.notValidAfter.ISO8601Format())
        return "SHA-256 \(certificate.fingerprint), valid from \(start) to \(end)"
    }
}
