import TVSimEntitlementAPI
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
