import EntitlementAPI
package import SimulatedWorld
package import StructuredText

/// One step of a flow: an action of the app or the world, and the expected callbacks.
package struct FlowStep: Sendable, Hashable {
    /// The action.
    package var action: Action
    /// The expected callbacks, in order; `nil` if the callbacks are not checked.
    package var expect: [CallbackPattern]?
    /// The line number of the step in its file; 0 if the step does not come from a file.
    package var line: Int

    /// Creates a step.
    package init(_ action: Action, expect: [CallbackPattern]? = nil, line: Int = 0) {
        self.action = action
        self.expect = expect
        self.line = line
    }

    /// An action of the app, or a change of its world.
    package enum Action: Sendable, Hashable {
        // Calls of the app.
        case setRequestor(String)
        case checkAuthentication
        case getAuthentication(AuthenticationCall)
        /// `nil` cancels the sign-in.
        case setSelectedProvider(String?)
        case getSelectedProvider
        case checkAuthorization(String)
        case getAuthorization(String)
        case checkPreauthorizedResources([String], cache: Bool)
        case getMetadata(MetadataKey)
        case logout
        case setOptions(Members)

        // The app's life cycle.
        /// Starts a new process of the same app with the same storage.
        case relaunch
        /// Brings the app to the foreground; it calls `setRequestor` again with the same requestor.
        case foreground

        /// Performs a command in the world, as the command line does.
        case command(SimulatorCommand)
    }

    /// The form of a `getAuthentication` call.
    package struct AuthenticationCall: Sendable, Hashable {
        /// The identifiers of the MVPDs in Apple's picker; `nil` without a filter.
        package var providers: [String]?
        /// The identifiers of the featured MVPDs; `nil` without such a filter.
        package var featured: [String]?
        /// Whether to force a new authentication.
        package var force = false
        /// The opaque pairs for the service; `nil` for the form of the call without them.
        package var data: Members?

        /// Creates the call without arguments.
        package init() {}

        /// Whether a filter is given.
        package var hasFilter: Bool { providers != nil || featured != nil }
    }

    /// The key of a `getMetadata` call.
    package enum MetadataKey: Sendable, Hashable {
        case authentication
        case authorization(resource: String)
        case deviceID
        /// A user-metadata key.
        case user(String)
    }
}

extension FlowStep.Action {
    /// The step's name in profiles and reports.
    package var call: String {
        switch self {
        case .setRequestor: "setRequestor"
        case .checkAuthentication: "checkAuthentication"
        case .getAuthentication: "getAuthentication"
        case .setSelectedProvider: "setSelectedProvider"
        case .getSelectedProvider: "getSelectedProvider"
        case .checkAuthorization: "checkAuthorization"
        case .getAuthorization: "getAuthorization"
        case .checkPreauthorizedResources: "checkPreauthorizedResources"
        case .getMetadata: "getMetadata"
        case .logout: "logout"
        case .setOptions: "setOptions"
        case .relaunch: "relaunch"
        case .foreground: "foreground"
        case .command(let command): command.name
        }
    }

    /// The step's arguments in reports.
    package var arguments: [JSONValue] {
        switch self {
        case .setRequestor(let id): [.string(id)]
        case .setSelectedProvider(let id): [id.map(JSONValue.string) ?? .null]
        case .checkAuthorization(let resource), .getAuthorization(let resource): [.string(resource)]
        case .checkPreauthorizedResources(let resources, let cache):
            [.array(resources.map(JSONValue.string))] + (cache ? [] : [["cache": false]])
        case .getMetadata(let key): [key.json]
        case .setOptions(let options): [.object(options)]
        case .getAuthentication(let call): call.json.map { [$0] } ?? []
        case .command(let command): command.stepArguments
        case .checkAuthentication, .getSelectedProvider, .logout, .relaunch, .foreground: []
        }
    }
}

extension FlowStep {
    /// The step in the notation of profiles.
    package var notation: JSONValue {
        guard let expect else { return action.notation }
        var keys: Members = ["expect": .array(expect.map { .string($0.text) })]
        if case .object(let step) = action.notation {
            keys.merge(step) { $1 }
        } else {
            keys[action.call] = .null
        }
        return .object(keys)
    }
}

extension FlowStep.Action {
    /// The step without expectations in the notation of profiles, which `ProfileDecoder.step(_:of:)` reads.
    package var notation: JSONValue {
        switch self {
        case .checkPreauthorizedResources(let resources, cache: false):
            [call: ["resources": .array(resources.map(JSONValue.string)), "cache": false]]
        default: arguments.first.map { .object([call: $0]) } ?? .string(call)
        }
    }
}

extension FlowStep.MetadataKey {
    /// The key in the notation of profiles.
    var json: JSONValue {
        switch self {
        case .authentication: "authentication"
        case .authorization(let resource): ["authorization": .string(resource)]
        case .deviceID: "deviceID"
        case .user(let key): .string(key)
        }
    }
}

extension FlowStep.AuthenticationCall {
    /// The call's arguments in the notation of profiles; `nil` without arguments.
    var json: JSONValue? {
        var object: Members = [:]
        if hasFilter {
            var filter: Members = [:]
            filter["TV_PROVIDERS"] = providers.map { .array($0.map(JSONValue.string)) }
            filter["FEATURED_TV_PROVIDERS"] = featured.map { .array($0.map(JSONValue.string)) }
            object["filter"] = .object(filter)
        }
        if force { object["force"] = true }
        if let data { object["data"] = .object(data) }
        return object.isEmpty ? nil : .object(object)
    }
}
