/// The callbacks to an app, by the names that reports and profiles give them.
package enum CallbackName: String, Codable, Sendable, CaseIterable {
    case setRequestorComplete, setAuthenticationStatus, status, presentTvProviderDialog, dismissTvProviderDialog,
        displayProviderDialog, navigateToUrl, setToken, tokenRequestFailed, selectedProvider, setMetadataStatus,
        preauthorizedResources, sendTrackingData
}

extension Callback {
    /// The name of the method that the app's delegate implements.
    var name: CallbackName {
        switch self {
        case .setRequestorComplete: .setRequestorComplete
        case .setAuthenticationStatus: .setAuthenticationStatus
        case .status: .status
        case .displayProviderDialog: .displayProviderDialog
        case .presentTvProviderDialog: .presentTvProviderDialog
        case .dismissTvProviderDialog: .dismissTvProviderDialog
        case .navigate: .navigateToUrl
        case .preauthorizedResources: .preauthorizedResources
        case .setToken: .setToken
        case .tokenRequestFailed: .tokenRequestFailed
        case .selectedProvider: .selectedProvider
        case .setMetadataStatus: .setMetadataStatus
        case .sendTrackingData: .sendTrackingData
        }
    }

    /// The code of an advanced status; `nil` for another callback.
    var statusCode: String? {
        guard case .status(let status) = self else { return nil }
        return status.errorID
    }

    /// Whether the SDK shows the page itself, so that the app gets no callback.
    var isHandledBySDK: Bool {
        guard case .navigate(_, _, handledBySDK: true) = self else { return false }
        return true
    }
}
