import CryptoExtras
import EntitlementAPI
import Foundation
import XMLSecurity

/// Encrypts user metadata for a service provider, so that only the holder of its private key reads it.
///
/// A value's text, or the JSON of a list or a map, is encrypted with RSA (PKCS#1 v1.5) by the key of the certificate that
/// the service provider uploaded, and shown as Base64. The padding is random: two answers about one value differ.
///
/// Where the configuration does not say what is encrypted, it is what the documentation demands it for; without a
/// certificate that is left out then.
///
/// spec entitlement § 1.12, 2.7.
///
/// - Note: Leaving it out is chosen. See DIFFERENCES, S-82.
enum MetadataEncryption {
    /// The metadata that the documentation demands encryption for.
    static let sensitiveKeys = ["zip", "encryptedZip"]

    /// Profiles by MVPD as a service provider is shown them.
    struct Shown: Sendable {
        /// The profiles.
        var profiles: [String: Profile]
        /// What the journal adds to its reason: which metadata is left out, and why; empty where none is.
        var note = ""
    }

    /// Returns profiles as a service provider is shown them.
    ///
    /// - Throws: ``Refusal`` when something is to be encrypted, and there is no certificate of an RSA key, though the
    ///   configuration names what to encrypt, or the key is too small for the value.
    static func apply(
        to profiles: [String: Profile], for requestor: ServiceConfiguration.Requestor
    ) throws -> Shown {
        guard requestor.encryptedMetadata == nil, requestor.certificate == nil else {
            return Shown(profiles: try profiles.mapValues { try encrypted($0, for: requestor) })
        }
        let omitted = sensitiveKeys.filter { key in profiles.values.contains { $0.attributes[key] != nil } }
        guard !omitted.isEmpty else { return Shown(profiles: profiles) }
        return Shown(
            profiles: profiles.mapValues { profile in
                var profile = profile
                for key in omitted { profile.attributes[key] = nil }
                return profile
            },
            note: " Left out, since '\(requestor.id)' has no certificate to encrypt it for: "
                + omitted.joined(separator: ", ") + ".")
    }

    private static func encrypted(
        _ profile: Profile, for requestor: ServiceConfiguration.Requestor
    ) throws -> Profile {
        let keys = (requestor.encryptedMetadata ?? sensitiveKeys).filter { profile.attributes[$0]?.state == .plain }
        guard !keys.isEmpty else { return profile }
        guard let certificate = try requestor.certificate.map({ try PinnedCertificates.read($0) }),
            let key = try? _RSA.Encryption.PublicKey(derRepresentation: certificate.subjectPublicKeyInfo)
        else {
            throw Refusal(
                .invalidConfigurationUserMetadataCertificate,
                "'\(requestor.id)' has no certificate for whose key '\(keys[0])' could be encrypted.")
        }
        var profile = profile
        for name in keys {
            guard let value = profile.attributes[name]?.value else { continue }
            profile.attributes[name] = .init(
                .string(try encrypted(value, name: name, requestor: requestor.id, key: key)), state: .encrypted)
        }
        return profile
    }

    private static func encrypted(
        _ value: JSONValue, name: String, requestor: String, key: _RSA.Encryption.PublicKey
    ) throws -> String {
        let octets = if case .string(let text) = value { Data(text.utf8) } else { try WireCoding.encode(value) }
        do {
            return try key.encrypt(octets, padding: ._WEAK_AND_INSECURE_PKCS_V1_5).base64EncodedString()
        } catch {
            throw Refusal(
                .invalidConfigurationUserMetadataCertificate,
                "The key of '\(requestor)' is too small to encrypt '\(name)': \(octets.count) bytes.")
        }
    }
}
