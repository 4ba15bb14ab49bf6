import Identifiers

/// One call of the app, as a value.
enum AppCall: Sendable {
    case setRequestor(RequestorID, serviceProviders: [String])
    case checkAuthentication
    case getAuthentication(AuthenticationRequest)
    case setSelectedProvider(MVPDID?)
    case getSelectedProvider
    case getMetadata(MetadataRequest)
    case checkAuthorization(ResourceID, data: GenericData)
    case getAuthorization(ResourceID, data: GenericData)
    case checkPreauthorizedResources([ResourceID], usingCache: Bool)
    case preauthorize(PreauthorizationRequest, answer: @Sendable (PreauthorizationOutcome) -> Void)
    case handleExternalURL(String)
    case logout
    case setOptions(SDKOptions)
    case checkStorage(IntegrityCheckType)
    /// The simulated clock has moved: a sign-in that polls the service looks again.
    case timePassed

    /// Whether the call waits until a requestor is set.
    var needsRequestor: Bool {
        switch self {
        // `preauthorize` fails at once without a requestor.
        case .setRequestor, .preauthorize, .setOptions, .checkStorage, .timePassed, .handleExternalURL: false
        default: true
        }
    }
}
