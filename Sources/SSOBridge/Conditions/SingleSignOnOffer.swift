package import EntitlementAPI

extension ConfigurationResponse {
    /// The MVPDs with which people can sign in through the platform: single sign-on is on, and the MVPD takes part.
    package var singleSignOnMVPDs: [ConfiguredMVPD] {
        requestor.mvpds.filter { $0.enablePlatformServices && $0.boardingStatus != nil }
    }

    /// Whether the platform's framework plays any part for this requestor.
    package var offersSingleSignOn: Bool { !singleSignOnMVPDs.isEmpty }

    /// Returns the MVPD that the platform knows under an identifier; compared exactly.
    ///
    /// Where several stand for it, the first with which people sign in through the platform, else the first that it lists,
    /// else the first.
    package func mvpd(platformMappingID: String) -> ConfiguredMVPD? {
        let found = requestor.mvpds.filter { $0.platformMappingID?.exactKey == platformMappingID.exactKey }
        return found.first { $0.enablePlatformServices && $0.boardingStatus == .supported }
            ?? found.first { $0.enablePlatformServices && $0.boardingStatus == .picker } ?? found.first
    }
}

extension ConfiguredMVPD {
    /// Why nobody signs in through the platform with the MVPD, in words and as what it means for an exchange; `nil` where
    /// people do.
    ///
    /// Condition (e); spec entitlement § 1.7: single sign-on is on, and the MVPD is boarded as `SUPPORTED`.
    var singleSignOnBar: (reason: String, stop: ExchangeStop)? {
        guard enablePlatformServices else { return ("it is off for '\(id)'", .singleSignOnDisabled(mvpd: id)) }
        switch boardingStatus {
        case .supported: return nil
        case .picker:
            return ("'\(id)' is only listed: it signs in at its own page", .signsInAtItsPage(mvpd: id))
        default:
            return ("'\(id)' does not take part", .singleSignOnDisabled(mvpd: id))
        }
    }
}
