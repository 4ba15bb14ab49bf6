import EntitlementAPI
import Identifiers
import SSOBridge
import StructuredText

/// The arguments of `getAuthentication`.
struct AuthenticationRequest: Sendable {
    /// Whether the user must authenticate again.
    var forced = false
    /// The MVPDs that the system's picker shows; `nil` for no filter.
    var providers: [MVPDID]?
    /// The MVPDs that the picker features.
    var featured: [MVPDID] = []
    /// The app's data for the service.
    var data = GenericData()
    /// Which parts of the app's filter are ignored, one sentence each.
    private(set) var ignored: [String] = []

    init() {}

    /// Returns the same request, with earlier data if the app gave none.
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

    /// Reads a list of MVPDs; `nil` if the filter has none.
    ///
    /// An invalid list is empty: an app that meant to filter must not get every MVPD.
    private mutating func read(_ key: String, of filter: [AnyHashable: Any]?) -> [MVPDID]? {
        guard let value = filter?[key] else { return nil }
        guard let list = AppValue.texts(value) else {
            ignored.append("'\(key)' is not a list, so it names no MVPD")
            return []
        }
        if list.others > 0 { ignored.append("\(list.others) of the values of '\(key)' are not text") }
        return list.texts.map(MVPDID.init(rawValue:))
    }
}

/// The generic data that an app sends to the service: the user of a promotional pass.
struct GenericData: Sendable, Equatable {
    private var members: Members = [:]
    /// Which values of the app's dictionary cannot be sent, one sentence each.
    private(set) var ignored: [String] = []

    /// Reads the app's dictionary; values that JSON cannot represent are ignored.
    init(_ dictionary: [AnyHashable: Any]? = nil) {
        for (key, value) in dictionary ?? [:] {
            if let member = AppValue.json(value) {
                members["\(key)"] = member
            } else {
                ignored.append("JSON cannot represent the value of '\(key)'")
            }
        }
        ignored.sort()
    }

    /// The header of REST API V2 that carries the data; `nil` without data.
    var identity: TemporaryIdentity? { members.isEmpty ? nil : TemporaryIdentity(members: members) }
}

/// The options that an app sets with `setOptions`.
struct SDKOptions: Sendable, Equatable {
    /// The variant of the configuration that the service returns.
    var applicationProfile: String?
    /// Whether the app shows pages that need a Safari view controller itself.
    var handlesSafariViewController = false
    /// The options that every request carries.
    var client = ClientOptions()
    /// Which values of the app's dictionary are ignored, one sentence each.
    private(set) var ignored: [String] = []
    /// What the app gave, as far as JSON can represent it.
    private(set) var given: Members = [:]

    /// Why every service will refuse the app's device information; `nil` if it is valid.
    var invalidDeviceInformation: String? {
        guard let given = client.deviceInformation, DeviceInformation(headerValue: given) == nil else { return nil }
        return "The app's 'device_info' is not a Base64-encoded JSON object."
    }

    init() {}

    /// Reads the app's dictionary; unknown keys and values of another type are ignored.
    init(_ dictionary: [AnyHashable: Any]) {
        for (key, value) in dictionary { given["\(key)"] = AppValue.json(value) }
        applicationProfile = read("applicationProfile", of: dictionary) { $0 as? String }
        handlesSafariViewController = read("handleSVC", of: dictionary, by: AppValue.flag) ?? false
        client.visitorIdentifier = read("visitorID", of: dictionary) { $0 as? String }
        client.deviceInformation = read("device_info", of: dictionary) { $0 as? String }
        let known = ["applicationProfile", "handleSVC", "visitorID", "device_info"]
        let unknown = dictionary.keys.compactMap { $0 as? String }.filter { !known.contains($0) }.sorted()
        ignored += unknown.map { "the option '\($0)' is unknown" }
    }

    private mutating func read<Value>(
        _ key: String, of dictionary: [AnyHashable: Any], by reading: (Any) -> Value?
    ) -> Value? {
        guard let given = dictionary[key] else { return nil }
        let value = reading(given)
        if value == nil { ignored.append("the value of '\(key)' has the wrong type") }
        return value
    }
}

/// The arguments of `getMetadata`.
struct MetadataRequest: Sendable {
    /// The operation that the dictionary names.
    enum Operation: Sendable, Equatable {
        case authentication
        case authorization(resource: ResourceID?)
        case deviceID
        case user(name: String?)
        case invalid

        /// The key of the answer.
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
    /// The dictionary, which the app gets back with the answer.
    let arguments: MetadataArguments

    init(_ dictionary: [AnyHashable: Any]) {
        arguments = MetadataArguments(dictionary: dictionary)
        // The vendor's constant is not published: apps use two spellings.
        let number = dictionary[METADATA_OPCODE_KEY] ?? dictionary["opCode"]
        operation =
            switch AppValue.integer(number) {
            case Int(METADATA_AUTHENTICATION): .authentication
            case Int(METADATA_AUTHORIZATION):
                .authorization(resource: ResourceID(dictionary[METADATA_RESOURCE_ID_KEY] as? String))
            case Int(METADATA_DEVICE_ID): .deviceID
            case Int(METADATA_USER_META): .user(name: dictionary[METADATA_USER_META_KEY] as? String)
            default: .invalid
            }
    }
}
