import Foundation
import TVSimCryptography

/// Compares the contents of a signature's `KeyInfo` with the trusted certificate.
///
/// `KeyInfo` is never trusted. Everything except the trusted certificate and its key is reported, including names and
/// addresses, because a reader that follows them may find another key. XML Signature 1.1, 4.5.
enum ShownKeys {
    private static let signature11 = "http://www.w3.org/2009/xmldsig11#"

    /// Returns whether `KeyInfo` contains anything other than a certificate or its key.
    static func holdOther(_ keyInfo: XMLElement, than certificate: TrustedCertificate) -> Bool {
        !keyInfo.children.allSatisfy { part in
            switch (part.namespace, part.name) {
            case (XMLNamespace.signature, "X509Data"):
                part.children.allSatisfy {
                    $0.isNamed("X509Certificate", XMLNamespace.signature) && octets($0) == certificate.derBytes
                }
            case (XMLNamespace.signature, "KeyValue"):
                part.children.allSatisfy { isKey($0, of: certificate) }
            case (signature11, "DEREncodedKeyValue"): octets(part) == certificate.subjectPublicKeyInfo
            default: false
            }
        }
    }

    /// Returns the readable certificates in `KeyInfo`, a few at most.
    static func certificates(_ keyInfo: XMLElement) -> [TrustedCertificate] {
        keyInfo.children("X509Data", XMLNamespace.signature)
            .flatMap { $0.children("X509Certificate", XMLNamespace.signature) }.prefix(4)
            .compactMap { octets($0).flatMap { try? TrustedCertificate(der: $0, allowingSmallKeys: true) } }
    }

    /// Returns what names the key in a `KeyInfo` without a certificate, a few parts at most.
    static func names(_ keyInfo: XMLElement) -> [String] {
        guard certificates(keyInfo).isEmpty else { return [] }
        let parts = keyInfo.children.prefix(4).flatMap { part in
            part.isNamed("X509Data", XMLNamespace.signature) ? Array(part.children.prefix(4)) : [part]
        }
        return parts.filter { $0.name != "X509Certificate" }.map { part in
            let isText = ["KeyName", "X509SubjectName", "X509SKI"].contains(part.name)
            let text = isText ? (try? part.text()).map { " '\($0.prefix(128))'" } : nil
            return "<\(part.name)>\(text ?? "")"
        }
    }

    private static func isKey(_ value: XMLElement, of certificate: TrustedCertificate) -> Bool {
        switch (value.namespace, value.name) {
        case (XMLNamespace.signature, "RSAKeyValue"):
            guard let key = certificate.key.rsaNumbers else { return false }
            return number(value.child("Modulus", XMLNamespace.signature)) == key.modulus
                && number(value.child("Exponent", XMLNamespace.signature)) == key.exponent
        case (signature11, "ECKeyValue"):
            // The point is the last part of the certificate's key (RFC 5480, 2).
            guard case .some(let point) = value.child("PublicKey", signature11).flatMap(octets) else { return false }
            return certificate.key.rsaBits == nil && point.count > 32
                && certificate.subjectPublicKeyInfo.suffix(point.count) == point
        default: return false
        }
    }

    private static func number(_ element: XMLElement?) -> Data? {
        element.flatMap(octets)?.drop { $0 == 0 }
    }

    private static func octets(_ element: XMLElement) -> Data? {
        (try? element.text()).flatMap { StrictBase64.octets($0) }
    }
}
