import EntitlementAPI
import SSOBridge
import StructuredText

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
    /// What of the app's filter says nothing, one sentence each.
    private(set) var ignored: [String] = []

    init() {}

    /// The same request, with earlier data where the app gave none.
    func keeping(_ earlier: GenericData) -> AuthenticationRequest {
        var request = self
        if request.data.identity == nil { request.data = earlier }
        return request
    }

    /// Reads the app's dictionaries.
    init(forced: Bool = false, data: [AnyHashable: Any]? = nil, filter: [AnyHashable: Any]? = nil) {
        self.forced = forced
        self.data = GenericData(data)
        providers = read(TV_PROVIDERS, of: filter)
        // A featured provider must also be one of those shown.
        let shown = providers ?? []
        featured = (read(FEATURED_TV_PROVIDERS, of: filter) ?? []).filter(shown.contains)
    }

    /// Reads a list of MVPDs; `nil`: the filter has none.
    ///
    /// What is no list names nobody: an app that meant to filter must not get everything.
    private mutating func read(_ key: String, of filter: [AnyHashable: Any]?) -> [String]? {
        guard let value = filter?[key] else { return nil }
        guard let list = AppValue.texts(value) else {
            ignored.append("'\(key)' is no list: it names nobody")
            return []
        }
        if list.others > 0 { ignored.append("\(list.others) of the values of '\(key)' are no texts") }
        return list.texts
    }
}

/// Pairs that an app hands on to the service: who uses a promotional pass.
///
/// spec entitlement § 1.2, "generic data", § 1.10.
struct GenericData: Sendable, Equatable {
    private var members: [String: JSONValue] = [:]
    /// What of the app's dictionary cannot be handed on, one sentence each.
    private(set) var ignored: [String] = []

    /// Reads the app's dictionary; the wire is JSON, and carries what that can say.
    init(_ dictionary: [AnyHashable: Any]? = nil) {
        for (key, value) in dictionary ?? [:] {
            if let member = AppValue.json(value) {
                members["\(key)"] = member
            } else {
                ignored.append("JSON has no value like that of '\(key)'")
            }
        }
        ignored.sort()
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
    /// What of the app's dictionary says nothing, one sentence each.
    private(set) var ignored: [String] = []

    /// What every service will refuse of it; `nil`: nothing.
    var trouble: String? {
        guard let given = client.deviceInformation, DeviceInformation(headerValue: given) == nil else { return nil }
        return "The app's 'device_info' is not the Base64 of a JSON object."
    }

    init() {}

    /// Reads the app's dictionary; a key that is unknown, or whose value has another type, says nothing.
    init(_ dictionary: [AnyHashable: Any]) {
        applicationProfile = read("applicationProfile", of: dictionary) { $0 as? String }
        handlesSafariViewController = read("handleSVC", of: dictionary, by: AppValue.flag) ?? false
        client.visitorIdentifier = read("visitorID", of: dictionary) { $0 as? String }
        client.deviceInformation = read("device_info", of: dictionary) { $0 as? String }
    }

    private mutating func read<Value>(
        _ key: String, of dictionary: [AnyHashable: Any], by reading: (Any) -> Value?
    ) -> Value? {
        guard let given = dictionary[key] else { return nil }
        let value = reading(given)
        if value == nil { ignored.append("the value of '\(key)' is of another type") }
        return value
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
        // The vendor's constant is not published: of the two spellings that are around either will do.
        let number = dictionary[METADATA_OPCODE_KEY] ?? dictionary["opCode"]
        operation =
            switch AppValue.integer(number) {
            case Int(METADATA_AUTHENTICATION): .authentication
            case Int(METADATA_AUTHORIZATION):
                .authorization(resource: dictionary[METADATA_RESOURCE_ID_KEY] as? String)
            case Int(METADATA_DEVICE_ID): .deviceID
            case Int(METADATA_USER_META): .user(name: dictionary[METADATA_USER_META_KEY] as? String)
            default: .invalid
            }
    }
}
