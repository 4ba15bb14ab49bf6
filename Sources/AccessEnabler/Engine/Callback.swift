import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText
import VideoSubscriberAccount

/// One callback to the app, as a value.
enum Callback: Sendable {
    case setRequestorComplete(Int32)
    case setAuthenticationStatus(Int32, String)
    case status(AdvancedStatus)
    case displayProviderDialog([ConfiguredMVPD])
    case presentTvProviderDialog(SystemDialog)
    case dismissTvProviderDialog(SystemDialog)
    /// The app loads a page, or the SDK itself if `handledBySDK` is true.
    case navigate(url: String, useSVC: Bool, handledBySDK: Bool)
    case preauthorizedResources([ResourceID])
    case setToken(String, resource: ResourceID)
    case tokenRequestFailed(resource: ResourceID, code: String, description: String)
    case selectedProvider(ConfiguredMVPD?)
    case setMetadataStatus(JSONValue?, encrypted: Bool, key: Int32, arguments: MetadataArguments)
    case sendTrackingData([String], event: Int32)

    static let authenticated = Callback.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, USER_AUTHENTICATED)

    static func notAuthenticated(_ code: String) -> Callback {
        .setAuthenticationStatus(ACCESS_ENABLER_STATUS_ERROR, code)
    }
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

/// The system's interface, for the app to present.
///
/// Unchecked: the SDK only passes it on.
struct SystemDialog: @unchecked Sendable {
    let controller: UIViewController
}

/// The dictionary of a metadata request, which the app gets back unchanged.
///
/// Unchecked: the SDK does not change it.
struct MetadataArguments: @unchecked Sendable {
    let dictionary: [AnyHashable: Any]
}
