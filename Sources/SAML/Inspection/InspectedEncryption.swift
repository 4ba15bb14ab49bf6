import TVSimStructuredText
import TVSimXMLSecurity

/// How an element of a response is encrypted: what its sender wrote, which proves nothing.
///
/// XML Encryption 1.1, 3; SAML Core 2.0, 6.
package struct InspectedEncryption: Sendable, Hashable, Codable {
    /// A key of the content, encrypted for one recipient.
    package struct Key: Sendable, Hashable, Codable {
        /// The algorithm that encrypts the key.
        package let algorithm: String?
        /// The digest of RSA-OAEP.
        package let digest: String?
        /// The mask of RSA-OAEP.
        package let mask: String?
        /// The attribute `Recipient`.
        package let recipient: String?
        /// The readable certificates of the recipient in `KeyInfo`.
        package let certificates: [InspectedSignature.Certificate]
    }

    /// The element: `EncryptedAssertion`, `EncryptedID` or `EncryptedAttribute`.
    package let element: String
    /// The algorithm that encrypts the content.
    package let algorithm: String?
    /// The content's key, once for each recipient.
    package let keys: [Key]
    /// Why the given keys do not decrypt it; `nil` if they do, or if no key is given.
    package let failure: String?

    /// Reads an encrypted element.
    init(_ holder: XMLElement, failure: String? = nil) {
        element = holder.name
        self.failure = failure
        let data = holder.child("EncryptedData", XMLNamespace.encryption)
        algorithm = data?.child("EncryptionMethod", XMLNamespace.encryption)?.attribute("Algorithm")
        let inside = data?.child("KeyInfo", XMLNamespace.signature)?.children("EncryptedKey", XMLNamespace.encryption)
        keys = ((inside ?? []) + holder.children("EncryptedKey", XMLNamespace.encryption))
            .prefix(XMLLimits.encryptedKeys).map { key in
                let method = key.child("EncryptionMethod", XMLNamespace.encryption)
                return Key(
                    algorithm: method?.attribute("Algorithm"),
                    digest: method?.child("DigestMethod", XMLNamespace.signature)?.attribute("Algorithm"),
                    mask: method?.child("MGF", XMLNamespace.encryption11)?.attribute("Algorithm"),
                    recipient: key.attribute("Recipient"),
                    certificates: InspectedSignature.Certificate.all(in: key.child("KeyInfo", XMLNamespace.signature)))
            }
    }

    /// The algorithms and the recipients on one line.
    package var summary: String {
        ([Self.short(algorithm)] + keys.map(\.summary)).joined(separator: ", ")
    }

    /// Returns the last part of an algorithm's identifier.
    fileprivate static func short(_ algorithm: String?) -> String {
        guard let algorithm, !algorithm.isEmpty else { return "no algorithm" }
        return String((algorithm.split(separator: "#").last ?? "").prefix(128))
    }
}

extension InspectedEncryption.Key {
    /// The algorithm and the recipient on one line.
    fileprivate var summary: String {
        let shown =
            certificates.first.map { "the certificate \($0.subject.prefix(256)), SHA-256 \($0.fingerprint)" }
            ?? recipient.map { "'\($0.prefix(256))'" } ?? "a recipient that it does not name"
        return "key by \(InspectedEncryption.short(algorithm)) for \(shown)"
    }
}

/// Opens the encrypted parts of a response that is shown, and remembers how each is encrypted.
struct EncryptionReader {
    /// Decrypts; `nil` to show only how the parts are encrypted.
    let decryptor: Decryptor?
    private(set) var encryptions: [InspectedEncryption] = []

    init(decryptor: Decryptor?) {
        self.decryptor = decryptor
    }

    /// Returns the content of an encrypted part; `nil` if it is not decrypted.
    mutating func open(_ holder: XMLElement) -> XMLElement? {
        guard let decryptor else {
            encryptions.append(InspectedEncryption(holder))
            return nil
        }
        do throws(XMLError) {
            let content = try decryptor.decrypt(holder)
            encryptions.append(InspectedEncryption(holder))
            return content
        } catch {
            encryptions.append(InspectedEncryption(holder, failure: error.description))
            return nil
        }
    }
}
