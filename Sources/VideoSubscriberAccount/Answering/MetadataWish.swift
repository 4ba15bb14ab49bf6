/// What a metadata request asked for at the moment when it was enqueued.
///
/// A copy: the app may change its request object afterwards.
struct MetadataWish: Sendable {
    let channelIdentifier: String?
    let supportedProviders: [String]
    let verificationToken: String?
    let includesProvider: Bool
    let includesExpiration: Bool
    let interruptionAllowed: Bool
    let forcesAuthentication: Bool
    let attributeNames: [String]
    let schemes: [VSAccountProviderAuthenticationScheme]

    init(_ request: VSAccountMetadataRequest) {
        channelIdentifier = request.channelIdentifier
        supportedProviders = request.supportedAccountProviderIdentifiers
        verificationToken = request.verificationToken
        includesProvider = request.includeAccountProviderIdentifier
        includesExpiration = request.includeAuthenticationExpirationDate
        interruptionAllowed = request.isInterruptionAllowed
        forcesAuthentication = request.forceAuthentication
        attributeNames = request.attributeNames
        schemes = request.supportedAuthenticationSchemes
    }

    /// Whether a provider may answer: it is on the list (an empty list names all), and speaks a scheme of the app.
    ///
    /// The simulated providers speak SAML.
    func accepts(provider: String) -> Bool {
        (supportedProviders.isEmpty || supportedProviders.contains(provider)) && schemes.contains(.saml)
    }
}
