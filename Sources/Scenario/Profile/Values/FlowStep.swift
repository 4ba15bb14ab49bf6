package import TVSimSDKVocabulary
package import TVSimStructuredText
package import TVSimWorld

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
        /// A call of the app to its SDK.
        case call(AppCall)

        // The app's life cycle.
        /// Starts a new process of the same app with the same storage.
        case relaunch
        /// Brings the app to the foreground; it calls `setRequestor` again with the same requestor.
        case foreground

        /// Performs a command in the world, as the command line does.
        case command(SimulatorCommand)
    }
}

extension FlowStep.Action {
    /// The step's name in profiles and reports.
    package var call: String {
        switch self {
        case .call(let call): call.name
        case .relaunch: "relaunch"
        case .foreground: "foreground"
        case .command(let command): command.name
        }
    }

    /// The step's arguments in reports.
    package var arguments: [JSONValue] {
        switch self {
        case .call(.setSelectedProvider(let mvpd)): [mvpd.map { .string($0.rawValue) } ?? .null]
        case .call(.checkPreauthorizedResources(let resources, usingCache: false)):
            [AppCall.checkPreauthorizedResources(resources).arguments, ["cache": false]]
        case .call(let call): call.arguments == .null ? [] : [call.arguments]
        case .command(let command): command.stepArguments
        case .relaunch, .foreground: []
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
        case .call(let made) where made.arguments != .null: [call: made.arguments]
        default: arguments.first.map { .object([call: $0]) } ?? .string(call)
        }
    }
}
