package import TVSimEntitlementAPI
import TVSimSDKVocabulary
package import TVSimStructuredText

extension ConfigurationResponse {
    /// The MVPDs with which users can sign in through the platform: single sign-on is on, and the MVPD is boarded.
    package var singleSignOnMVPDs: [ConfiguredMVPD] {
        requestor.mvpds.filter { $0.enablePlatformServices && $0.boardingStatus != nil }
    }

    /// Whether the SDK uses the platform's framework for this requestor.
    package var offersSingleSignOn: Bool { !singleSignOnMVPDs.isEmpty }

    /// Returns the MVPD with a platform mapping identifier.
    ///
    /// If several MVPDs share the identifier, the first that is supported wins, then the first that the picker lists, then
    /// the first.
    package func mvpd(platformMappingID: ProviderID) -> ConfiguredMVPD? {
        let found = requestor.mvpds.filter { $0.platformMappingID == platformMappingID }
        return found.first { $0.enablePlatformServices && $0.boardingStatus == .supported }
            ?? found.first { $0.enablePlatformServices && $0.boardingStatus == .picker } ?? found.first
    }
}

extension ConfiguredMVPD {
    /// Why users cannot sign in through the platform with the MVPD, as text and as an exchange stop; `nil` if they can.
    ///
    /// This is condition (e): single sign-on is on, and the MVPD is boarded as `SUPPORTED`.
    var singleSignOnBlocker: (cause: ConditionCause, stop: ExchangeStop)? {
        guard enablePlatformServices else { return (.singleSignOnOff(id), .singleSignOnDisabled(mvpd: id)) }
        switch boardingStatus {
        case .supported: return nil
        case .picker:
            return (.onlyListed(id), .signsInAtItsPage(mvpd: id))
        default:
            return (.takesNoPart(id), .singleSignOnDisabled(mvpd: id))
        }
    }
}
