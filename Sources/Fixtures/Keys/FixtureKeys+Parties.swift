import Foundation
import TVSimCryptography
import TVSimIdentityProvider
import TVSimXMLSecurity

/// The keys of the current parties: constants for those of the catalogue, and copies of certificates for others.
extension FixtureKeys {
    private static var parties: FixtureParties { FixtureParties.current }

    /// Whether the constants fit: the keys and the instant are those of the catalogue.
    private static var areSimulated: Bool { parties.keys == nil && parties.instant == FixtureCase.instant }

    /// The key of the provider.
    static func identity() throws -> SigningIdentity {
        if let keys = parties.keys { keys.identity } else { try SigningKeys.identity(number: 0) }
    }

    /// The key of a forger.
    static func impostor() throws -> SigningIdentity {
        if let keys = parties.keys { keys.impostor } else { try SigningKeys.impostor() }
    }

    /// The provider's certificate that readers trust, as PEM.
    static var providerCertificate: String {
        guard let certificate = parties.keys?.certificate ?? parties.trustedCertificate else {
            return SigningKeys.certificate(number: 0) + "\n"
        }
        return certificate.hasSuffix("\n") ? certificate : certificate + "\n"
    }

    /// The certificate that readers trust in a case, as PEM.
    static func certificate(of recipe: ResponseRecipe) -> String {
        guard let certificate = recipe.certificate?() else { return providerCertificate }
        let lines = octets(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    /// The modulus of the forger's key, in Base64.
    static var impostorModulus: String {
        guard let numbers = parties.keys?.impostorKey.publicKey.rsaNumbers else { return simulatedImpostorModulus }
        return numbers.modulus.base64EncodedString()
    }

    /// A certificate of the forger's key with the subject, issuer and serial number of the provider's certificate.
    static var namesake: String {
        guard let keys = parties.keys else { return simulatedNamesake }
        return copy(for: keys.impostorKey)
    }

    /// The provider's certificate with a validity that has ended, and with the same key, names and serial number.
    static var expiredCertificate: String {
        guard !areSimulated else { return simulatedExpiredCertificate }
        let end = parties.instant.addingTimeInterval(-86_400)
        return copy(notValidBefore: end.addingTimeInterval(-30 * 86_400), notValidAfter: end)
    }

    /// The provider's certificate with a validity that starts in 2999, because some tools check it against the system
    /// clock.
    static var notYetValidCertificate: String {
        guard !areSimulated else { return simulatedNotYetValidCertificate }
        return copy(notValidBefore: Date(timeIntervalSince1970: 32_472_144_000), notValidAfter: endOfTime)
    }

    /// Returns a copy of the provider's certificate in Base64; empty if it cannot be made.
    private static func copy(
        for key: RSAPrivateKey? = nil, notValidBefore: Date? = nil, notValidAfter: Date? = nil
    ) -> String {
        guard let keys = try? parties.keys ?? .simulation(), let original = Certificate(pem: keys.certificate) else {
            return ""
        }
        let copy = original.copy(for: key ?? keys.key, notValidBefore: notValidBefore, notValidAfter: notValidAfter)
        return copy?.der.base64EncodedString() ?? ""
    }

    /// The private key of the reader, as PEM; `nil` if only the reader has it.
    static var decryptionKey: String? {
        parties.keys?.reader == nil ? readerKey : parties.keys?.readerKey
    }

    /// Returns the encryption for the reader.
    ///
    /// For the reader of the simulation, the content key is constant, so that a case has the same bytes each time.
    ///
    /// - Parameters:
    ///   - kind: The recipient and the algorithm.
    ///   - vector: An initialisation vector of 16 bytes.
    /// - Returns: The parameters of the encryption.
    /// - Throws: ``XMLError`` if the certificate in the source is malformed.
    static func encryption(
        _ kind: ResponseRecipe.EncryptedFor, vector: Data
    ) throws(XMLError) -> EncryptionRecipe {
        var recipe: EncryptionRecipe
        if let reader = parties.keys?.reader {
            recipe = EncryptionRecipe(recipient: reader)
        } else {
            recipe = EncryptionRecipe(recipient: try TrustedCertificate(pem: readerCertificate))
            recipe.contentKey = .init(octets: contentKey, wrapped: octets(wrappedForReader), vector: vector)
        }
        if kind == .readerByCBC { recipe.content = .aes256CBC }
        return recipe
    }

    /// Changes an encryption so that the reader does not have its key.
    static func encryptForStranger(_ recipe: inout EncryptionRecipe) {
        if recipe.contentKey != nil {
            recipe.contentKey?.wrapped = octets(wrappedForStranger)
        } else if let stranger = try? impostor() {
            recipe.recipient = stranger.certificate
        }
    }

    /// Changes an encryption so that its key is encrypted with RSA PKCS#1 v1.5.
    static func encryptByPKCS1(_ recipe: inout EncryptionRecipe) {
        recipe.transport = .legacyPKCS1
        recipe.contentKey?.wrapped = octets(wrappedByPKCS1)
    }
}
