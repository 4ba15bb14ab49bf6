package import TVSimStructuredText

/// One call of the app, as a value: in a flow, in line before the SDK, and in the journal.
///
/// What only the running app has, such as the closure that receives an answer, travels beside it.
package enum AppCall: Sendable, Hashable {
    case setRequestor(RequestorID, serviceProviders: [String] = [])
    case checkAuthentication
    case getAuthentication(AuthenticationRequest = AuthenticationRequest())
    /// `nil` cancels the sign-in.
    case setSelectedProvider(MVPDID?)
    case getSelectedProvider
    case getMetadata(MetadataKey)
    case checkAuthorization(ResourceID, data: GenericData = GenericData())
    case getAuthorization(ResourceID, data: GenericData = GenericData())
    case checkPreauthorizedResources([ResourceID], usingCache: Bool = true)
    case preauthorize(PreauthorizationRequest)
    case handleExternalURL(String)
    case logout
    case setOptions(SDKOptions)
    case checkStorage(StorageCheck)

    /// The name of the SDK's function.
    package var name: String {
        switch self {
        case .setRequestor: "setRequestor"
        case .checkAuthentication: "checkAuthentication"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider: "setSelectedProvider"
        case .getSelectedProvider: "getSelectedProvider"
        case .getMetadata: "getMetadata"
        case .checkAuthorization: "checkAuthorization"
        case .getAuthorization: "getAuthorization"
        case .checkPreauthorizedResources: "checkPreauthorizedResources"
        case .preauthorize: "preauthorize"
        case .handleExternalURL: "handleExternalURL"
        case .logout: "logout"
        case .setOptions: "setOptions"
        case .checkStorage: "checkStorage"
        }
    }

    /// Whether the call waits until a requestor is set.
    package var needsRequestor: Bool {
        switch self {
        // `preauthorize` fails at once without a requestor.
        case .setRequestor, .preauthorize, .setOptions, .checkStorage, .handleExternalURL: false
        default: true
        }
    }
}
