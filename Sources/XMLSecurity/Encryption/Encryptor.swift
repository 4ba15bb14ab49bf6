package import Foundation
import TVSimCryptography

/// The parameters of an encryption.
package struct EncryptionRecipe: Sendable {
    /// A predefined key of the content, so that the same content always gives the same message.
    package struct ContentKey: Sendable, Hashable {
        /// The key.
        package var octets: Data
        /// The key as the transport has wrapped it; wrapping it again would give other bytes.
        package var wrapped: Data
        /// The initialisation vector, 16 bytes.
        package var vector: Data

        /// Creates a key.
        package init(octets: Data, wrapped: Data, vector: Data) {
            self.octets = octets
            self.wrapped = wrapped
            self.vector = vector
        }
    }

    /// The recipient's certificate.
    package var recipient: TrustedCertificate
    /// The algorithm for the content.
    package var content = ContentEncryption.aes256GCM
    /// The algorithm for the content's key.
    package var transport = KeyTransport.oaep
    /// The content's key; `nil` for a new random key.
    package var contentKey: ContentKey?
    /// Whether one bit of the ciphertext is flipped: the last bit, or in CBC a bit that makes the padding too long.
    package var corruptsCiphertext = false

    /// Creates the parameters of a correct encryption.
    package init(recipient: TrustedCertificate) {
        self.recipient = recipient
    }
}

/// Writes encrypted elements.
///
/// XML Encryption 1.1, 3.4.
package enum Encryptor {
    /// Encrypts an element.
    ///
    /// - Returns: The `EncryptedData`, as XML that declares its own namespaces.
    /// - Throws: ``XMLError`` with `key` if the recipient's key is not RSA, or with `encryption` if a given key does
    ///   not fit.
    package static func encrypt(_ element: String, _ recipe: EncryptionRecipe) throws(XMLError) -> String {
        let key = recipe.contentKey?.octets ?? SecureRandom.bytes(recipe.content.keyBits / 8)
        let vector = recipe.contentKey?.vector ?? SecureRandom.bytes(16)
        var octets = try recipe.content.encrypt(Data(element.utf8), key: key, vector: vector)
        let wrapped = if let known = recipe.contentKey?.wrapped { known } else { try wrap(key, recipe) }
        if recipe.corruptsCiphertext { recipe.content.corrupt(&octets) }
        return #"<xenc:EncryptedData xmlns:xenc="\#(XMLNamespace.encryption)""#
            + #" Type="\#(XMLNamespace.encryption)Element">"# + method(recipe.content.rawValue)
            + #"<ds:KeyInfo xmlns:ds="\#(XMLNamespace.signature)"><xenc:EncryptedKey>"#
            + method(recipe.transport.rawValue, recipe.transport.parameters) + cipher(wrapped)
            + "</xenc:EncryptedKey></ds:KeyInfo>" + cipher(octets) + "</xenc:EncryptedData>"
    }

    private static func wrap(_ key: Data, _ recipe: EncryptionRecipe) throws(XMLError) -> Data {
        guard recipe.recipient.key.rsaBits.map({ $0 % 8 == 0 }) == true else {
            throw XMLError(.key, "Content can be encrypted only for an RSA key.")
        }
        guard let wrapped = recipe.recipient.key.encrypt(key, recipe.transport.padding) else {
            throw XMLError(.encryption, "The content cannot be encrypted for '\(recipe.recipient.subject)'.")
        }
        return wrapped
    }

    private static func method(_ algorithm: String, _ parameters: String = "") -> String {
        #"<xenc:EncryptionMethod Algorithm="\#(algorithm)">\#(parameters)</xenc:EncryptionMethod>"#
    }

    private static func cipher(_ octets: Data) -> String {
        "<xenc:CipherData><xenc:CipherValue>\(octets.base64EncodedString())</xenc:CipherValue></xenc:CipherData>"
    }
}
