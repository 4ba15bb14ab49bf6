import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// A signature of a response, not verified.
package struct InspectedSignature: Sendable, Hashable, Codable {
    /// A certificate in the message, which proves nothing.
    package struct Certificate: Sendable, Hashable, Codable {
        /// The subject.
        package let subject: String
        /// The start of the validity.
        package let notBefore: String
        /// The end of the validity.
        package let notAfter: String
        /// The certificate's SHA-256, in hexadecimal.
        package let fingerprint: String
    }

    /// The parent element.
    package let parent: String?
    /// The targets of its references.
    package let references: [String]
    /// The canonicalisation algorithm.
    package let canonicalization: String?
    /// The signature algorithm.
    package let algorithm: String?
    /// The digest algorithms.
    package let digestAlgorithms: [String]
    /// The transforms before the digest.
    package let transforms: [String]
    /// The readable certificates in KeyInfo.
    package let certificates: [Certificate]

    init(_ signature: XMLElement) {
        let ds = XMLNamespace.signature
        parent = signature.parent?.name
        let info = signature.child("SignedInfo", ds)
        canonicalization = info?.child("CanonicalizationMethod", ds)?.attribute("Algorithm")
        algorithm = info?.child("SignatureMethod", ds)?.attribute("Algorithm")
        let found = info?.children("Reference", ds) ?? []
        references = found.map { $0.attribute("URI") ?? "" }
        digestAlgorithms = found.compactMap { $0.child("DigestMethod", ds)?.attribute("Algorithm") }
        transforms = found.flatMap { $0.child("Transforms", ds)?.children("Transform", ds) ?? [] }
            .compactMap { $0.attribute("Algorithm") }
        certificates = Certificate.all(in: signature.child("KeyInfo", ds))
    }
}

extension InspectedSignature.Certificate {
    /// Returns the readable certificates in a `KeyInfo`.
    static func all(in keyInfo: XMLElement?) -> [Self] {
        (keyInfo?.children("X509Data", XMLNamespace.signature) ?? [])
            .flatMap { $0.children("X509Certificate", XMLNamespace.signature) }
            .compactMap { element in
                guard let der = StrictBase64.octets(element.lenientText),
                    let certificate = try? TrustedCertificate(der: der, allowingSmallKeys: true)
                else { return nil }
                return Self(
                    subject: certificate.subject, notBefore: SAMLInstant.format(certificate.notValidBefore),
                    notAfter: SAMLInstant.format(certificate.notValidAfter), fingerprint: certificate.fingerprint)
            }
    }
}
