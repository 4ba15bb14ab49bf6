import Foundation
import TVSimCryptography
import TVSimIdentityProvider
package import TVSimXMLSecurity

extension FixtureParties {
    /// The keys of the identity provider and of a forger, and the certificate for which assertions are encrypted.
    package struct Keys: Sendable {
        /// The key of the identity provider, with its certificate.
        package let identity: SigningIdentity
        /// The certificate of the identity provider, as PEM.
        package let certificate: String
        /// The private key of the identity provider, which signs copies of its certificate.
        let key: RSAPrivateKey
        /// The key of a forger, with a certificate.
        let impostor: SigningIdentity
        /// The private key of the forger.
        let impostorKey: RSAPrivateKey
        /// The certificate of the reader for which assertions are encrypted; `nil` for that of the simulation.
        package internal(set) var reader: TrustedCertificate?
        /// The private key of that reader, as PEM; `nil` if only the reader has it.
        private(set) var readerKey: String?

        /// Creates the keys.
        ///
        /// - Parameters:
        ///   - privateKey: The RSA key of the identity provider, as PEM.
        ///   - certificate: Its certificate, as PEM.
        ///   - impostorKey: The RSA key of a forger, as PEM.
        ///   - impostorCertificate: Its certificate, as PEM.
        ///   - reader: The certificate for which assertions are encrypted, as PEM; `nil` for that of the simulation.
        ///   - readerKey: Its private key, as PEM; `nil` if only the reader has it.
        /// - Throws: ``XMLError`` with `key` if a key or a certificate is unusable.
        package init(
            privateKey: String, certificate: String, impostorKey: String, impostorCertificate: String,
            reader: String? = nil, readerKey: String? = nil
        ) throws(XMLError) {
            guard let key = RSAPrivateKey(pem: privateKey), let forger = RSAPrivateKey(pem: impostorKey) else {
                throw XMLError(.key, "The text \(RSAPrivateKey.flaw(inPEM: privateKey) ?? "has no RSA private key").")
            }
            identity = try SigningIdentity(privateKeyPEM: privateKey, certificatePEM: certificate)
            impostor = try SigningIdentity(privateKeyPEM: impostorKey, certificatePEM: impostorCertificate)
            (self.key, self.impostorKey, self.certificate) = (key, forger, certificate)
            if let reader { self.reader = try TrustedCertificate(pem: reader) }
            self.readerKey = readerKey
        }

        /// Creates keys with the forger of the simulation.
        ///
        /// - Parameters:
        ///   - privateKey: The RSA key of the identity provider, as PEM.
        ///   - certificate: Its certificate, as PEM; `nil` for one that names nobody, and is valid at every instant.
        /// - Throws: ``XMLError`` with `key` if the key or the certificate is unusable.
        package init(privateKey: String, certificate: String? = nil) throws(XMLError) {
            let forger = SigningKeys.impostorPair
            let own = if let certificate { certificate } else { try Self.timelessCertificate(of: privateKey) }
            try self.init(
                privateKey: privateKey, certificate: own, impostorKey: forger.privateKey,
                impostorCertificate: forger.certificate)
        }

        /// Whether the key of the identity provider is one of the simulation, which everyone has.
        package var arePublic: Bool {
            SigningKeys.allCertificates.contains {
                (try? TrustedCertificate(pem: $0))?.subjectPublicKeyInfo == identity.certificate.subjectPublicKeyInfo
            }
        }

        /// The keys of the simulation.
        static func simulation() throws(XMLError) -> Keys {
            let pair = SigningKeys.pair(number: 0)
            return try Keys(privateKey: pair.privateKey, certificate: pair.certificate)
        }

        /// Returns the certificate of a key, which is the same each time, and valid as those of the simulation are.
        private static func timelessCertificate(of privateKey: String) throws(XMLError) -> String {
            guard let key = RSAPrivateKey(pem: privateKey) else {
                throw XMLError(.key, "The text \(RSAPrivateKey.flaw(inPEM: privateKey) ?? "has no RSA private key").")
            }
            let number = Hash.sha256.digest(of: key.publicKey.der ?? Data()).prefix(16)
            let made = Certificate.selfSigned(
                key, organization: "tvsim fixtures", commonName: "identity provider",
                notValidBefore: Date(timeIntervalSince1970: 946_684_800), notValidAfter: FixtureKeys.endOfTime,
                serialNumber: number)
            guard let made else { throw XMLError(.key, "The certificate of the key cannot be made.") }
            return made.pem
        }
    }
}
