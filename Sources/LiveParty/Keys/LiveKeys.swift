package import Foundation
import TVSimCryptography
package import TVSimFixtures
import TVSimSAML
package import TVSimStructuredText
import TVSimXMLSecurity

/// The keys of an identity provider of one's own, with which runs against a live party sign.
///
/// Each folder has new random keys, which end after 30 days. A party that accepts what they sign was configured for
/// this folder by its owner.
package struct LiveKeys: Sendable {
    /// The days for which a certificate is valid.
    package static let days = 30
    /// The address to which a party sends its users; it is never resolved.
    package static let singleSignOn = "https://idp.tvsim-live.invalid/sso"
    /// The address of logout messages; it is never resolved.
    package static let singleLogout = "https://idp.tvsim-live.invalid/slo"

    /// The entity ID of the identity provider, which is another one for each folder.
    package let entityID: String
    /// The certificate of the identity provider, as PEM.
    package let certificate: String
    /// The end of the validity of the certificate.
    package let notValidAfter: Date
    /// The SHA-256 of the certificate, in hexadecimal.
    package let fingerprint: String
    /// The keys that sign, without a reader.
    package let keys: FixtureParties.Keys
    private let pairs: LiveKeyFiles.Pairs

    /// The address to which a party sends its users.
    package var singleSignOn: String { Self.singleSignOn }
    /// The address of logout messages.
    package var singleLogout: String { Self.singleLogout }

    /// Reads keys from their texts.
    ///
    /// - Throws: ``XMLError`` with `key` if one is unusable.
    init(_ pairs: LiveKeyFiles.Pairs) throws(XMLError) {
        let read = try TrustedCertificate(pem: pairs.provider.certificate)
        keys = try FixtureParties.Keys(
            privateKey: pairs.provider.privateKey, certificate: pairs.provider.certificate,
            impostorKey: pairs.impostor.privateKey, impostorCertificate: pairs.impostor.certificate)
        (certificate, fingerprint) = (pairs.provider.certificate, read.fingerprint)
        notValidAfter = read.notValidAfter
        let digest = Hash.sha256.digest(of: read.subjectPublicKeyInfo).prefix(4)
        entityID = "https://idp.tvsim-live.invalid/" + digest.map { String(format: "%02x", $0) }.joined()
        self.pairs = pairs
    }

    /// Returns the keys with a certificate for which assertions are encrypted.
    ///
    /// - Parameter certificate: The certificate of the party, as PEM.
    /// - Returns: The keys.
    /// - Throws: ``CommandError`` if the certificate is unusable.
    package func keys(reader certificate: String) throws(CommandError) -> FixtureParties.Keys {
        do throws(XMLError) {
            return try FixtureParties.Keys(
                privateKey: pairs.provider.privateKey, certificate: pairs.provider.certificate,
                impostorKey: pairs.impostor.privateKey, impostorCertificate: pairs.impostor.certificate,
                reader: certificate)
        } catch {
            throw CommandError(.malformed, "the party's certificate for encryption cannot be used: \(error)")
        }
    }

    /// The SAML metadata of the identity provider, which ends with its keys.
    package var metadata: String {
        var metadata = EntityMetadata(
            entityID: entityID,
            role: .identityProvider(
                singleSignOn: [.init(.redirect, Self.singleSignOn), .init(.post, Self.singleSignOn)],
                attributes: ["userID"], nameFormats: [SAMLNames.persistent, SAMLNames.transient]),
            singleLogout: [.init(.redirect, Self.singleLogout)],
            certificates: [keys.identity.certificate])
        metadata.wantsSignedRequests = false
        metadata.validUntil = notValidAfter
        return metadata.xml()
    }

    /// Returns the service provider that these keys play for an identity provider.
    ///
    /// - Throws: ``CommandError`` if the other key is unusable.
    package func serviceProvider() throws(CommandError) -> OurServiceProvider {
        do throws(XMLError) {
            return OurServiceProvider(
                name: String(entityID.suffix(8)),
                identity: try SigningIdentity(
                    privateKeyPEM: pairs.provider.privateKey, certificatePEM: pairs.provider.certificate),
                impostor: try SigningIdentity(
                    privateKeyPEM: pairs.impostor.privateKey, certificatePEM: pairs.impostor.certificate))
        } catch {
            throw CommandError(.malformed, "the keys cannot be used: \(error)")
        }
    }

    // MARK: - Folders

    /// Creates new keys in a folder that does not exist or is empty.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - now: The start of the validity.
    /// - Returns: The keys.
    /// - Throws: ``CommandError`` if the folder is not empty or cannot be written.
    package static func create(in folder: String, at now: Date) throws(CommandError) -> LiveKeys {
        let provider = try pair("tvsim live identity provider", at: now)
        let impostor = try pair("tvsim live impostor", at: now)
        let pairs = LiveKeyFiles.Pairs(provider: provider, impostor: impostor)
        let keys = try usable(pairs, folder)
        try LiveKeyFiles.write(
            pairs, metadata: keys.metadata, serviceProvider: keys.serviceProvider().metadata, to: folder)
        return keys
    }

    /// Reads the keys of a folder.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - now: The instant at which they must be valid.
    /// - Returns: The keys.
    /// - Throws: ``CommandError`` if a file is missing or unusable, the keys have ended, or they are public keys of the
    ///   simulation.
    package static func read(_ folder: String, at now: Date) throws(CommandError) -> LiveKeys {
        let keys = try usable(LiveKeyFiles.read(folder), folder)
        guard !keys.keys.arePublic else {
            throw CommandError(
                .malformed,
                "the keys in '\(folder)' are those of the simulation, which everyone has; 'tvsim live keys --output DIR' "
                    + "makes new ones")
        }
        guard now <= keys.notValidAfter else {
            throw CommandError(
                .malformed,
                "the keys in '\(folder)' ended at \(SAMLInstant.format(keys.notValidAfter)); 'tvsim live keys --output DIR' "
                    + "makes new ones, whose metadata the party needs")
        }
        return keys
    }

    /// Removes the files of a folder, and the folder if nothing else is in it.
    ///
    /// - Throws: ``CommandError`` if the folder has no keys, or a file cannot be removed.
    package static func remove(_ folder: String) throws(CommandError) {
        try LiveKeyFiles.remove(folder)
    }

    private static func usable(_ pairs: LiveKeyFiles.Pairs, _ folder: String) throws(CommandError) -> LiveKeys {
        do throws(XMLError) { return try LiveKeys(pairs) } catch {
            throw CommandError(.malformed, "the keys in '\(folder)' cannot be used: \(error)")
        }
    }

    private static func pair(_ name: String, at now: Date) throws(CommandError) -> LiveKeyFiles.Pair {
        // A party's clock may be behind ours.
        let start = now.addingTimeInterval(-3600)
        guard let key = RSAPrivateKey.generated(), let privateKey = key.pem,
            let certificate = Certificate.selfSigned(
                key, organization: "tvsim live", commonName: name, notValidBefore: start,
                notValidAfter: now.addingTimeInterval(Double(days) * 86_400))
        else { throw CommandError(.unavailable, "OpenSSL cannot make a key") }
        return LiveKeyFiles.Pair(privateKey: privateKey, certificate: certificate.pem)
    }
}
