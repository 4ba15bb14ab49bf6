import EntitlementAPI
import SSOBridge

/// What an app asks for with `getAuthentication`.
struct AuthenticationRequest: Sendable {
    /// Whether the person is to be authenticated even if they are.
    var forced = false
    /// The MVPDs that the system's picker is to show; `nil`: no filter.
    var providers: [String]?
    /// The MVPDs that it is to feature.
    var featured: [String] = []
    /// What is handed on to the service.
    var data = GenericData()

    init() {}

    /// Reads the app's dictionaries.
    init(forced: Bool = false, data: [AnyHashable: Any]? = nil, filter: [AnyHashable: Any]? = nil) {
        self.forced = forced
        self.data = GenericData(data)
        providers = filter?[TV_PROVIDERS] as? [String]
        // A featured provider must also be one of those shown.
        let shown = providers ?? []
        featured = (filter?[FEATURED_TV_PROVIDERS] as? [String] ?? []).filter(shown.contains)
    }
}

/// Pairs that an app hands on to the service: who uses a promotional pass.
///
/// spec entitlement § 1.2, "generic data", § 1.10.
struct GenericData: Sendable, Equatable {
    private var members: [String: JSONValue] = [:]

    init(_ dictionary: [AnyHashable: Any]? = nil) {
        for (key, value) in dictionary ?? [:] { members["\(key)"] = .string("\(value)") }
    }

    /// The header of REST API V2 that carries them; `nil`: there are none.
    var identity: TemporaryIdentity? { members.isEmpty ? nil : TemporaryIdentity(members: members) }
}

/// What an app sets with `setOptions`.
///
/// spec entitlement § 1.2.
struct SDKOptions: Sendable, Equatable {
    /// Which variant of the configuration the service is to give.
    var applicationProfile: String?
    /// Whether the app shows pages that need a Safari view controller itself.
    var handlesSafariViewController = false
    /// What every request carries.
    var client = ClientOptions()

    init() {}

    /// Reads the app's dictionary; a key that is unknown, or whose value has another type, says nothing.
    init(_ dictionary: [AnyHashable: Any]) {
        applicationProfile = dictionary["applicationProfile"] as? String
        handlesSafariViewController = Self.flag(dictionary["handleSVC"])
        client.visitorIdentifier = dictionary["visitorID"] as? String
        client.deviceInformation = dictionary["device_info"] as? String
    }

    private static func flag(_ value: Any?) -> Bool {
        (value as? Bool) ?? (value as? String).map { $0.lowercased() == "true" } ?? false
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
