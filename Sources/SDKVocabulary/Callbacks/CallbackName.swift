/// The callbacks to an app, by the names that reports and profiles give them.
package enum CallbackName: String, Codable, Sendable, CaseIterable {
    case setRequestorComplete, setAuthenticationStatus, status, presentTvProviderDialog, dismissTvProviderDialog,
        displayProviderDialog, navigateToUrl, setToken, tokenRequestFailed, selectedProvider, setMetadataStatus,
        preauthorizedResources, sendTrackingData
}
