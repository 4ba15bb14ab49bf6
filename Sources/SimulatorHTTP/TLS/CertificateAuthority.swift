import Crypto
import Foundation
import Glibc
import SwiftASN1
import X509

/// A local certificate authority, which signs the certificates of the user's servers.
///
/// Keys and serial numbers are random and dates are real, because real clients validate them.
struct CertificateAuthority: Sendable {
    /// The certificate that clients must trust.
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// How long an authority is valid.
    private static let lifetime: TimeInterval = 3650 * 86_400
    /// How long a server's certificate is valid; some clients reject longer periods.
    private static let serverLifetime: TimeInterval = 397 * 86_400
    /// How far a client's clock may be behind the server's clock.
    private static let clockSkew: TimeInterval = 86_400

    /// The reason why a certificate and a key cannot be used as an authority.
    struct Damage: Error, Hashable {
        /// Whether the key is damaged; otherwise the certificate is.
        let isInKey: Bool
        /// The reason as a predicate: the error message prepends the file's name.
        let reason: String
    }

    /// Creates an authority.
    ///
    /// - Parameter now: The real time.
    /// - Throws: An error of the library when a certificate cannot be encoded.
    init(at now: Date) throws {
        key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let name = try DistinguishedName {
            OrganizationName("tvsim")
            CommonName("tvsim local authority")
        }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now.addingTimeInterval(-Self.clockSkew),
            notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                // The authority signs server certificates only, not other authorities.
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Reads an authority from its files.
    ///
    /// - Throws: ``Damage`` when a file is malformed, or the key does not match the certificate. Also throws it when
    ///   the certificate is not an authority's, or is not valid at `now`.
    init(certificatePEM: String, keyPEM: String, at now: Date) throws(Damage) {
        guard let certificate = try? Certificate(pemEncoded: certificatePEM) else {
            throw Damage(isInKey: false, reason: "does not contain a PEM certificate")
        }
        guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
            throw Damage(isInKey: false, reason: "is not the certificate of a certificate authority")
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else {
            throw Damage(isInKey: true, reason: "does not contain a PEM private key of the curve P-256")
        }
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw Damage(isInKey: true, reason: "does not match the certificate 'ca.pem'")
        }
        guard certificate.notValidBefore <= now, now <= certificate.notValidAfter else {
            throw Damage(isInKey: false, reason: "has expired or is not valid yet")
        }
        self.certificate = certificate
        self.key = key
    }

    /// The content of the certificate's file.
    func certificatePEM() throws -> String { try certificate.serializeAsPEM().pemString + "\n" }

    /// The content of the key's file.
    var keyPEM: String { key.pemRepresentation + "\n" }

    /// A server's certificate with its key, both in PEM form.
    struct ServerIdentity: Sendable {
        let certificatePEM: String
        let keyPEM: String
    }

    /// Creates a key and a signed server certificate.
    ///
    /// - Parameters:
    ///   - hosts: The host names and IP addresses of the certificate.
    ///   - now: The real time.
    /// - Returns: The certificate and its key.
    /// - Throws: An error of the library when a certificate cannot be encoded, for example for a name that is not
    ///   ASCII.
    func issue(for hosts: [String], at now: Date) throws -> ServerIdentity {
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now.addingTimeInterval(-Self.clockSkew),
            notValidAfter: min(now.addingTimeInterval(Self.serverLifetime), certificate.notValidAfter),
            issuer: certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("tvsim")
                CommonName("tvsim server")
            }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(hosts.map(Self.name))
                SubjectKeyIdentifier(hash: publicKey)
                // Strict clients reject a certificate without it (RFC 5280, 4.2.1.1).
                AuthorityKeyIdentifier(
                    keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
                        ?? SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
            }, issuerPrivateKey: Certificate.PrivateKey(self.key))
        return ServerIdentity(certificatePEM: try leaf.serializeAsPEM().pemString, keyPEM: key.pemRepresentation)
    }

    /// Returns the alternative name for a host: an IP address if the text is one, otherwise a DNS name.
    private static func name(_ host: String) -> GeneralName {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            return .ipAddress(ASN1OctetString(contentBytes: withUnsafeBytes(of: four) { ArraySlice($0) }))
        }
        var six = in6_addr()
        if inet_pton(AF_INET6, host, &six) == 1 {
            return .ipAddress(ASN1OctetString(contentBytes: withUnsafeBytes(of: six) { ArraySlice($0) }))
        }
        return .dnsName(host)
    }
}
