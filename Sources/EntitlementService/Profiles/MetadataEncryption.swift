import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StructuredText
import XMLSecurity

/// Encrypts user metadata for a service provider, so that only the holder of its private key reads it.
///
/// A value's text, or the JSON of a list or a map, is encrypted with RSA (PKCS#1 v1.5) by the key of the certificate that
/// the service provider uploaded, and shown as Base64. The padding is drawn: two answers about one value differ,
/// and those of two equal worlds do not.
///
/// Where the configuration does not say what is encrypted, it is what the documentation demands it for; what cannot be
/// encrypted is left out then.
///
/// spec entitlement § 1.12, 2.7.
///
/// - Note: Leaving it out is chosen. See Differences, S-82.
enum MetadataEncryption {
    /// The metadata that the documentation demands encryption for.
    static let sensitiveKeys = ["zip", "encryptedZip"]

    /// Profiles by MVPD as a service provider is shown them.
    struct Shown: Sendable {
        /// The profiles.
        var profiles: [MVPDID: Profile]
        /// What the journal adds to its reason: which metadata is left out, and why; empty where none is.
        var note = ""
    }

    /// Returns profiles as a service provider is shown them.
    ///
    /// - Parameters:
    ///   - profiles: The profiles by MVPD.
    ///   - requestor: The service provider.
    ///   - identifiers: Where the padding is drawn from.
    /// - Returns: The profiles, and what is left out.
    /// - Throws: ``Refusal`` when the configuration names what to encrypt, and it cannot be: there is no certificate of an
    ///   RSA key, or the key is too small for the value.
    static func apply(
        to profiles: [MVPDID: Profile], for requestor: ServiceConfiguration.Requestor,
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
                let reason = " '\(name)' is left out: \(refusal.reason)"
                if !reasons.contains(reason) { reasons.append(reason) }
            }
        }
        shown.note = reasons.sorted().joined()
        return shown
    }

    /// The key of the certificate that a service provider uploaded; `nil`: there is none, or not of RSA.
    private static func publicKey(of requestor: ServiceConfiguration.Requestor) -> RSAEncryptionKey? {
        guard let certificate = requestor.certificate.flatMap({ try? PinnedCertificates.read($0) }) else { return nil }
        return try? RSAEncryptionKey(of: certificate)
    }

    private static func encrypted(
        _ value: JSONValue, name: String, with key: RSAEncryptionKey?,
        of requestor: ServiceConfiguration.Requestor, _ identifiers: IdentifierSource
    ) throws -> String {
        guard let key else {
            throw Refusal(
                .invalidConfigurationUserMetadataCertificate,
                "'\(requestor.id)' has no certificate for whose key '\(name)' could be encrypted.")
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
