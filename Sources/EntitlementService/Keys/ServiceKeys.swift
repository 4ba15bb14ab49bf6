import CryptoExtras
import XMLSecurity

/// The service's keys, each read once in a process: reading an RSA key costs as much as many requests.
enum ServiceKeys {
    /// What signs and verifies access tokens.
    static let accessTokens = WebTokens<AccessTokens.Claims>(privateKeyPEM: SimulationKeys.accessTokenPrivateKey)
    /// What the dashboard signs software statements with, and what verifies them.
    static let softwareStatements = WebTokens<SoftwareStatements.Claims>(
        privateKeyPEM: SimulationKeys.dashboardPrivateKey)

    private static let samlIdentity = Result {
        try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
    }
    private static let mediaTokenKey = Result { try RSASigningKey(pem: SimulationKeys.mediaTokenPrivateKey) }

    /// Returns the identity that signs SAML requests.
    ///
    /// - Throws: When the key in the source is damaged.
    static func saml() throws -> SigningIdentity {
        try samlIdentity.get()
    }

    /// Returns the key that signs media tokens.
    ///
    /// - Throws: When the key in the source is damaged.
    static func mediaToken() throws -> RSASigningKey {
        try mediaTokenKey.get()
    }
}

extension SimulationKeys {
    /// Returns the public key that verifies media tokens, as PEM.
    ///
    /// - Throws: When the key in the source is damaged.
    package static func mediaTokenPublicKey() throws -> String {
        try _RSA.Signing.PrivateKey(pemRepresentation: mediaTokenPrivateKey).publicKey.pemRepresentation
    }
}
