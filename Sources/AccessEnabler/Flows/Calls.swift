/// One call of the app, as a value.
enum AppCall: Sendable {
    case setRequestor(String, serviceProviders: [String])
    case checkAuthentication
    case getAuthentication(AuthenticationRequest)
    case setSelectedProvider(String?)
    case getSelectedProvider
    case getMetadata(MetadataRequest)
    case checkAuthorization(String, data: GenericData)
    case getAuthorization(String, data: GenericData)
    case checkPreauthorizedResources([String], usingCache: Bool)
    case preauthorize(PreauthorizationRequest, answer: @Sendable (PreauthorizationOutcome) -> Void)
    case handleExternalURL(String)
    case logout
    case setOptions(SDKOptions)
    case checkStorage(IntegrityCheckType)
    /// The simulated clock has moved: what waits for an instant looks again.
    case timePassed

    /// Whether the call needs a requestor, and therefore waits until one is set.
    var needsRequestor: Bool {
        switch self {
        // `preauthorize` fails at once where no requestor is set.
        case .setRequestor, .preauthorize, .setOptions, .checkStorage, .timePassed, .handleExternalURL: false
        default: true
        }
    }
}
