import Crypto
import Foundation
import Glibc
import SwiftASN1
import X509

/// A certificate authority of this machine: it vouches for the servers that its own user starts, and for nobody else.
///
/// Keys and serial numbers are the one thing here that comes from real chance, and certificates live on the network's clock:
/// clients judge them by today's date and must not be able to guess them, whatever the simulated world believes.
struct CertificateAuthority: Sendable {
    /// The certificate that clients are told to believe.
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// How long an authority holds: as long as a machine.
    private static let lifetime: TimeInterval = 3650 * 86_400
    /// How long a server's certificate holds: as long as clients believe one at most.
    private static let serverLifetime: TimeInterval = 397 * 86_400
    /// By how much a client's clock may be behind ours.
    private static let clockSkew: TimeInterval = 86_400

    /// Why a certificate and a key are no authority.
    struct Damage: Error, Hashable {
        /// Whether it lies with the key; else with the certificate.
        let isInKey: Bool
        /// What follows the name of the file.
        let reason: String
    }

    /// Makes a new authority.
    ///
    /// - Parameter now: Today, by the network's clock.
    /// - Throws: What the library throws when a certificate cannot be written.
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
                // It signs servers, and no other authorities.
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Reads an authority that was kept.
    ///
    /// - Throws: ``Damage`` when one of the two is not what it should be, they do not belong together, or today is outside
    ///   the certificate's dates.
    init(certificatePEM: String, keyPEM: String, at now: Date) throws(Damage) {
        guard let certificate = try? Certificate(pemEncoded: certificatePEM) else {
            throw Damage(isInKey: false, reason: "is no certificate in PEM form")
        }
        guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
            throw Damage(isInKey: false, reason: "is the certificate of no authority")
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM) else {
            throw Damage(isInKey: true, reason: "is no private key of the curve P-256 in PEM form")
        }
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw Damage(isInKey: true, reason: "is not the key of the certificate beside it")
        }
        guard certificate.notValidBefore <= now, now <= certificate.notValidAfter else {
            throw Damage(isInKey: false, reason: "is not valid today")
        }
        self.certificate = certificate
        self.key = key
    }

    /// The certificate as it is kept.
    func certificatePEM() throws -> String { try certificate.serializeAsPEM().pemString + "\n" }

    /// The private key as it is kept.
    var keyPEM: String { key.pemRepresentation + "\n" }

    /// A server's certificate with its key, both in PEM form.
    struct ServerIdentity: Sendable {
        let certificatePEM: String
        let keyPEM: String
    }

    /// Vouches for a new key under some names and addresses of this machine.
    ///
    /// - Throws: What the library throws when a certificate cannot be written, as for a name that is not ASCII.
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
                // Strict clients, RFC 5280 § 4.2.1.1, demand it of everybody but the authority itself.
                AuthorityKeyIdentifier(
                    keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
                        ?? SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
            }, issuerPrivateKey: Certificate.PrivateKey(self.key))
        return ServerIdentity(certificatePEM: try leaf.serializeAsPEM().pemString, keyPEM: key.pemRepresentation)
    }

    /// An address as its octets, every other text as a name.
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
