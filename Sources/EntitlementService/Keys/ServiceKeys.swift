import TVSimCryptography
import TVSimXMLSecurity

/// The service's keys.
///
/// Each is parsed once per process, because parsing an RSA key takes as long as many requests.
enum ServiceKeys {
    /// Signs and verifies access tokens.
    static let accessTokens = WebTokens<AccessTokens.Claims>(privateKeyPEM: SimulationKeys.accessTokenPrivateKey)
    /// Signs and verifies service tokens; a key of their own is not needed, because their issuer distinguishes them.
    static let serviceTokens = WebTokens<ServiceTokens.Claims>(privateKeyPEM: SimulationKeys.accessTokenPrivateKey)
    /// Signs software statements as the dashboard does, and verifies them.
    static let softwareStatements = WebTokens<SoftwareStatements.Claims>(
        privateKeyPEM: SimulationKeys.dashboardPrivateKey)

    private static let samlIdentity = Result {
        try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
    }
    private static let mediaTokenKey = Result { try RSASigningKey(pem: SimulationKeys.mediaTokenPrivateKey) }

    /// Returns the identity that signs SAML requests.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func saml() throws -> SigningIdentity {
        try samlIdentity.get()
    }

    /// Returns the key that signs media tokens.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func mediaToken() throws -> RSASigningKey {
        try mediaTokenKey.get()
    }
}

extension SimulationKeys {
    /// Returns the public key that verifies media tokens, as PEM.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    package static func mediaTokenPublicKey() throws -> String {
        guard let pem = try ServiceKeys.mediaToken().publicKey.pem else {
            throw XMLError(.key, "The public key of media tokens cannot be written.")
        }
        return pem
    }
}
