/// One call of the app, as a value.
enum AppCall: Sendable {
    case setRequestor(String, serviceProviders: [String])
    case checkAuthentication
    case getAuthentication(AuthenticationRequest)
    case setSelectedProvider(String?)
    case getSelectedProvider
    case getMetadata(MetadataRequest)
    case checkAuthorization(String)
    case getAuthorization(String)
    case logout

    /// Whether the call needs a requestor, and therefore waits until one is set.
    var needsRequestor: Bool {
        if case .setRequestor = self { false } else { true }
    }
}

/// What an app asks for with `getAuthentication`.
struct AuthenticationRequest: Sendable {
    /// Whether the person is to be authenticated even if they are.
    var forced = false
    /// The MVPDs that the system's picker is to show; `nil`: no filter.
    var providers: [String]?
    /// The MVPDs that it is to feature.
    var featured: [String] = []

    init() {}

    /// Reads the app's dictionaries.
    ///
    /// The data is for the service's temporary passes and plays no part here.
    init(forced: Bool = false, data: [AnyHashable: Any]? = nil, filter: [AnyHashable: Any]? = nil) {
        self.forced = forced
        providers = filter?[TV_PROVIDERS] as? [String]
        // A featured provider must also be one of those shown.
        let shown = providers ?? []
        featured = (filter?[FEATURED_TV_PROVIDERS] as? [String] ?? []).filter(shown.contains)
    }
}

/// What an app asks for with `getMetadata`.
struct MetadataRequest: Sendable {
    /// What the dictionary asks for.
    enum Operation: Sendable, Equatable {
        case authentication
        case authorization(resource: String?)
        case deviceID
        case user(name: String?)
        case invalid

        /// The number under which the answer goes back.
        var key: Int32 {
            switch self {
            case .authentication: METADATA_AUTHENTICATION
            case .authorization: METADATA_AUTHORIZATION
            case .deviceID: METADATA_DEVICE_ID
            case .user: METADATA_USER_META
            case .invalid: METADATA_KEY_INVALID
            }
        }
    }

    let operation: Operation
    /// The dictionary, which goes back with the answer.
    let arguments: MetadataArguments

    init(_ dictionary: [AnyHashable: Any]) {
        arguments = MetadataArguments(dictionary: dictionary)
        let opcode = dictionary[METADATA_OPCODE_KEY]
        let number = (opcode as? Int).map(Int64.init) ?? (opcode as? Int32).map(Int64.init) ?? opcode as? Int64
        operation =
            switch number {
            case Int64(METADATA_AUTHENTICATION): .authentication
            case Int64(METADATA_AUTHORIZATION):
                .authorization(resource: dictionary[METADATA_RESOURCE_ID_KEY] as? String)
            case Int64(METADATA_DEVICE_ID): .deviceID
            case Int64(METADATA_USER_META): .user(name: dictionary[METADATA_USER_META_KEY] as? String)
            default: .invalid
            }
    }
}
