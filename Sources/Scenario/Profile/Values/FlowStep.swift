import EntitlementAPI
package import SimulatedWorld
package import StructuredText

/// One step of a flow: what the app or the world does, and the callbacks that must come of it.
package struct FlowStep: Sendable, Hashable {
    /// What happens.
    package var action: Action
    /// The callbacks that the step must cause, in order; `nil`: the step is not checked.
    package var expect: [CallbackPattern]?
    /// The line of the file on which the step stands; 0: it stands in none.
    package var line: Int

    /// Creates a step.
    package init(_ action: Action, expect: [CallbackPattern]? = nil, line: Int = 0) {
        self.action = action
        self.expect = expect
        self.line = line
    }

    /// What can happen in a flow.
    package enum Action: Sendable, Hashable {
        // What the app calls.
        case setRequestor(String)
        case checkAuthentication
        case getAuthentication(AuthenticationCall)
        /// `nil` cancels.
        case setSelectedProvider(String?)
        case getSelectedProvider
        case checkAuthorization(String)
        case getAuthorization(String)
        case checkPreauthorizedResources([String], cache: Bool)
        case getMetadata(MetadataKey)
        case logout
        case setOptions([String: JSONValue])

        // What becomes of the app.
        /// A new process of the same app over the same storage.
        case relaunch
        /// The app comes to the front and calls `setRequestor` again, with the requestor it had.
        case foreground

        /// What happens around the app: the commands that the command line has too.
        case command(SimulatorCommand)
    }

    /// The form of a `getAuthentication` call.
    package struct AuthenticationCall: Sendable, Hashable {
        /// The MVPD ids to show in Apple's picker; `nil`: no filter.
        package var providers: [String]?
        /// Those of them that are marked as featured.
        package var featured: [String]?
        /// Whether to authenticate anew.
        package var force = false
        /// The opaque pairs that are forwarded to the service; `nil`: the form without them.
        package var data: [String: JSONValue]?

        /// Creates the plain call.
        package init() {}

        /// Whether a filter is given.
        package var hasFilter: Bool { providers != nil || featured != nil }
    }

    /// What a `getMetadata` call asks for.
    package enum MetadataKey: Sendable, Hashable {
        case authentication
        case authorization(resource: String)
        case deviceID
        /// A user-metadata key.
        case user(String)
    }
}

extension FlowStep.Action {
    /// The step's name, as profiles and reports write it.
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

    /// The step's arguments, for reports.
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

extension FlowStep.MetadataKey {
    /// The key as a profile writes it.
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
    /// The call's form as a profile writes it; `nil` for the plain call.
    var json: JSONValue? {
        var object: [String: JSONValue] = [:]
        if hasFilter {
            var filter: [String: JSONValue] = [:]
            filter["TV_PROVIDERS"] = providers.map { .array($0.map(JSONValue.string)) }
            filter["FEATURED_TV_PROVIDERS"] = featured.map { .array($0.map(JSONValue.string)) }
            object["filter"] = .object(filter)
        }
        if force { object["force"] = true }
        if let data { object["data"] = .object(data) }
        return object.isEmpty ? nil : .object(object)
    }
}
