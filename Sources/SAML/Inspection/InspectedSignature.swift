import Foundation
import Settings
import XMLSecurity

/// One signature as it stands in a response, not checked.
package struct InspectedSignature: Sendable, Hashable, Codable {
    /// A certificate that the message brings along, and that nobody may believe for that.
    package struct Certificate: Sendable, Hashable, Codable {
        /// Whom it names.
        package let subject: String
        /// From when it is valid.
        package let notBefore: String
        /// Until when it is valid.
        package let notAfter: String
        /// Its SHA-256, in hexadecimal.
        package let fingerprint: String
    }

    /// The element in which it stands.
    package let parent: String?
    /// What its references name.
    package let references: [String]
    /// How it was canonicalised.
    package let canonicalization: String?
    /// How it was signed.
    package let algorithm: String?
    /// How the content was digested.
    package let digestAlgorithms: [String]
    /// What is done with the content before it is digested.
    package let transforms: [String]
    /// The certificates in KeyInfo that can be read.
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
        certificates = (signature.child("KeyInfo", ds)?.children("X509Data", ds) ?? [])
            .flatMap { $0.children("X509Certificate", ds) }
            .compactMap { element in
                guard let der = StrictBase64.octets(element.lenientText),
                    let certificate = try? TrustedCertificate(der: der, allowingSmallKeys: true)
                else { return nil }
                return Certificate(
                    subject: certificate.subject, notBefore: SAMLInstant.format(certificate.notValidBefore),
                    notAfter: SAMLInstant.format(certificate.notValidAfter), fingerprint: certificate.fingerprint)
            }
    }
}
