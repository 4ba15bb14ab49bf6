package import EntitlementAPI

extension ConfigurationResponse {
    /// The MVPDs with which people can sign in through the platform: single sign-on is on, and the MVPD takes part.
    package var singleSignOnMVPDs: [ConfiguredMVPD] {
        requestor.mvpds.filter { $0.enablePlatformServices && $0.boardingStatus != nil }
    }

    /// Whether the platform's framework plays any part for this requestor.
    package var offersSingleSignOn: Bool { !singleSignOnMVPDs.isEmpty }

    /// Returns the MVPD that the platform knows under an identifier; compared exactly.
    package func mvpd(platformMappingID: String) -> ConfiguredMVPD? {
        requestor.mvpds.first { $0.platformMappingId == platformMappingID }
    }
}
