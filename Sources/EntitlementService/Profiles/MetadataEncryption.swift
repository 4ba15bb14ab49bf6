import CryptoExtras
import EntitlementAPI
import Foundation
import XMLSecurity

/// Encrypts user metadata for a service provider, so that only the holder of its private key reads it.
///
/// A value's text, or the JSON of a list or a map, is encrypted with RSA (PKCS#1 v1.5) by the key of the certificate that
/// the service provider uploaded, and shown as Base64. The padding is random: two answers about one value differ.
///
/// spec entitlement § 1.12, 2.7.
enum MetadataEncryption {
    /// Returns a profile as a service provider is shown it.
    ///
    /// - Throws: ``Refusal`` when something is to be encrypted, and there is no certificate of an RSA key, or the key is
    ///   too small for the value.
    static func apply(to profile: Profile, for requestor: ServiceConfiguration.Requestor) throws -> Profile {
        let keys = requestor.encryptedMetadata.filter { profile.attributes[$0]?.state == .plain }
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
