import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// Encrypts user metadata for a service provider, so that only the holder of the private key can read it.
///
/// A text, or the JSON of a list or map, is encrypted with RSA (PKCS#1 v1.5) and shown in Base64. The key is that of
/// the service provider's certificate. The padding is drawn from the world's identifiers: two responses differ, but two
/// equal worlds give equal bytes.
///
/// Without a setting, the keys that the documentation requires are encrypted. A value that cannot be encrypted is then
/// omitted.
///
/// Adobe Pass, User metadata; Adobe Pass REST API V2, Profiles.
///
/// - Note: Omitting the value is chosen. See Differences, S-82.
enum MetadataEncryption {
    /// The metadata that the documentation requires to be encrypted.
    static let sensitiveKeys = ["zip", "encryptedZip"]

    /// Profiles as the service provider gets them.
    struct Shown: Sendable {
        /// The profiles.
        var profiles: [MVPDID: EntitlementProfile]
        /// The addition to the journal's reason: the omitted metadata and why; empty if nothing is omitted.
        var note = ""
    }

    /// Encrypts the metadata of profiles.
    ///
    /// - Parameters:
    ///   - profiles: The profiles by MVPD.
    ///   - requestor: The service provider.
    ///   - identifiers: The source of the padding.
    /// - Returns: The profiles and a note about omitted metadata.
    /// - Throws: ``Refusal`` if a key that the configuration names cannot be encrypted. The certificate is missing or
    ///   not RSA, or the RSA key is too small.
    static func apply(
        to profiles: [MVPDID: EntitlementProfile], for requestor: ServiceConfiguration.Requestor,
        drawingFrom identifiers: IdentifierSource
    ) throws -> Shown {
        var shown = Shown(profiles: profiles)
        var sensitive: [(mvpd: MVPDID, name: String, value: JSONValue)] = []
        for (mvpd, profile) in profiles.sorted(by: { $0.key < $1.key }) {
            for name in requestor.encryptedMetadata ?? sensitiveKeys {
                guard let attribute = profile.attributes[name], attribute.state == .plain else { continue }
                sensitive.append((mvpd, name, attribute.value))
            }
        }
        guard !sensitive.isEmpty else { return shown }
        let key = publicKey(of: requestor)
        var reasons: [String] = []
        for (mvpd, name, value) in sensitive {
            do {
                let text = try encrypted(value, name: name, with: key, of: requestor, identifiers)
                shown.profiles[mvpd]?.attributes[name] = .init(.string(text), state: .encrypted)
            } catch let refusal as Refusal where requestor.encryptedMetadata == nil {
                shown.profiles[mvpd]?.attributes[name] = nil
                let reason = " '\(name)' is omitted: \(refusal.reason)"
                if !reasons.contains(reason) { reasons.append(reason) }
            }
        }
        shown.note = reasons.sorted().joined()
        return shown
    }

    /// Returns the key of the service provider's certificate; `nil` if it is missing or not RSA.
    private static func publicKey(of requestor: ServiceConfiguration.Requestor) -> RSAEncryptionKey? {
        guard let certificate = requestor.certificate.flatMap({ PinnedCertificates.believed([$0]).first }) else {
            return nil
        }
        return try? RSAEncryptionKey(of: certificate)
    }

    private static func encrypted(
        _ value: JSONValue, name: String, with key: RSAEncryptionKey?,
        of requestor: ServiceConfiguration.Requestor, _ identifiers: IdentifierSource
    ) throws -> String {
        guard let key else {
            throw Refusal(
                .invalidConfigurationUserMetadataCertificate,
                "'\(requestor.id)' has no valid RSA certificate to encrypt '\(name)'.")
        }
        let octets = if case .string(let text) = value { Data(text.utf8) } else { try WireCoding.encode(value) }
        do {
            return try key.encrypt(octets) { try identifiers.octets($0) }.base64EncodedString()
        } catch is XMLError {
            throw Refusal(
                .invalidConfigurationUserMetadataCertificate,
                "The key of '\(requestor.id)' is too small to encrypt '\(name)': \(octets.count) bytes.")
        }
    }
}
