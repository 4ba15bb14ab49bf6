import EntitlementService

/// The identity provider that the tests' service trusts.
enum ProviderFixture {
    static let entityID = "https://idp.cablevision.example"
    static let trusted = TrustedIdentityProvider(
        entityID: entityID, certificates: [SimulationKeys.samlCertificate])
}
