import Foundation
import TVSimCryptography
import TVSimStructuredText

/// A local certificate authority, which signs the certificates of the user's servers.
///
/// Keys and serial numbers are random and dates are real, because real clients validate them.
struct CertificateAuthority: Sendable {
    /// The certificate that clients must trust.
    let certificate: Certificate
    private let key: CurvePrivateKey

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
    /// - Throws: `CommandError` if OpenSSL cannot create a key or a certificate.
    init(at now: Date) throws {
        guard let key = CurvePrivateKey.generated(),
            let certificate = CertificateRequest(
                organization: "tvsim", commonName: "tvsim local authority",
                notValidBefore: now.addingTimeInterval(-Self.clockSkew),
                notValidAfter: now.addingTimeInterval(Self.lifetime)
            ).signed(for: key.publicKey, by: nil, key)
        else { throw Self.failure }
        self.key = key
        self.certificate = certificate
    }

    private static var failure: CommandError {
        CommandError(.unwritable, "OpenSSL cannot create a certificate")
    }

    /// Reads an authority from its files.
    ///
    /// - Throws: ``Damage`` when a file is malformed, or the key does not match the certificate. Also throws it when
    ///   the certificate is not an authority's, or is not valid at `now`.
    init(certificatePEM: String, keyPEM: String, at now: Date) throws(Damage) {
        guard let certificate = Certificate(pem: certificatePEM) else {
            throw Damage(isInKey: false, reason: "does not contain a PEM certificate")
        }
        guard certificate.isAuthority else {
            throw Damage(isInKey: false, reason: "is not the certificate of a certificate authority")
        }
        guard let key = CurvePrivateKey(pem: keyPEM) else {
            throw Damage(isInKey: true, reason: "does not contain a PEM private key of the curve P-256")
        }
        guard let publicKey = key.publicKey.der, publicKey == certificate.subjectPublicKeyInfo else {
            throw Damage(isInKey: true, reason: "does not match the certificate 'ca.pem'")
        }
        guard certificate.notValidBefore <= now, now <= certificate.notValidAfter else {
            throw Damage(isInKey: false, reason: "has expired or is not valid yet")
        }
        self.certificate = certificate
        self.key = key
    }

    /// The content of the certificate's file.
    var certificatePEM: String { certificate.pem + "\n" }

    /// The content of the key's file.
    ///
    /// - Throws: `CommandError` if OpenSSL cannot write the key.
    func keyPEM() throws -> String {
        guard let pem = key.pem else { throw Self.failure }
        return pem + "\n"
    }

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
    /// - Throws: `CommandError` if OpenSSL cannot create the certificate, for example for a name that is not ASCII.
    func issue(for hosts: [String], at now: Date) throws -> ServerIdentity {
        guard let key = CurvePrivateKey.generated(), let keyPEM = key.pem,
            let leaf = CertificateRequest(
                organization: "tvsim", commonName: "tvsim server",
                notValidBefore: now.addingTimeInterval(-Self.clockSkew),
                notValidAfter: min(now.addingTimeInterval(Self.serverLifetime), certificate.notValidAfter), hosts: hosts
            ).signed(for: key.publicKey, by: certificate, self.key)
        else { throw Self.failure }
        return ServerIdentity(certificatePEM: leaf.pem, keyPEM: keyPEM)
    }
}
