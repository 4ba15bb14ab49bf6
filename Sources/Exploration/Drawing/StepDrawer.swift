package import TVSimCore
import TVSimSDKVocabulary
package import TVSimScenario
package import TVSimStructuredText

/// Draws the steps of flows: any kind of step that a profile's flow can have, with arguments.
///
/// The kinds come from the table that reads flows. Most arguments are drawn from the JSON Schema of the kind, so a new
/// command or setting is drawn without a change here. Names come from the world.
package struct StepDrawer: Sendable {
    /// The kinds that are not drawn, each with the reason.
    package static let leftOut = [
        "followClock": "a flow must be repeatable", "freezeClock": "the clock is frozen",
        "setClock": "`advance` moves the clock", "setPermission": "`permission` sets it",
        "resetPermission": "`permission` sets it", "expireAccount": "`advance` lets an account expire",
        "setApp": "`app` changes the only app", "resetApp": "`app` changes its settings back",
        "resetViewer": "`viewer` changes the answers back", "resetSettings": "`settings` changes them back",
        "resetProvider": "`provider` changes it back", "resetIntegration": "`integration` changes it back",
        "mark": "it changes nothing", "removeFault": "a fault of a drawn flow ends by its count",
        "reset": "every flow begins with a new world",
        "service": "`integration` changes what an app sees of the service",
        "addProvider": "the app knows the MVPDs of the profile only",
    ]

    /// The profile whose world is explored.
    package let profile: Profile
    let vocabulary: Vocabulary
    private let kinds: [(name: String, schema: Members)]

    /// Creates the drawer of a profile's world.
    package init(profile: Profile) {
        self.profile = profile
        vocabulary = Vocabulary(of: profile)
        // A kind occurs as often as its weight.
        kinds = ProfileDecoder.stepKinds.filter { Self.leftOut[$0.name] == nil }.flatMap { kind in
            Array(repeating: kind, count: Self.weights[kind.name] ?? 2)
        }
    }

    /// How often a kind is drawn in relation to the others; 2 for a kind that is not named.
    private static let weights = [
        "setRequestor": 8, "checkAuthentication": 8, "getAuthentication": 8, "checkAuthorization": 4,
        "getAuthorization": 6, "getMetadata": 4, "logout": 4, "relaunch": 4, "foreground": 3, "permission": 5,
        "signIn": 5, "advance": 6, "viewer": 4, "fault": 4, "integration": 4, "revokeStatement": 1, "settings": 1,
        "app": 1,
        "provider": 1,
    ]

    /// Draws a step.
    ///
    /// - Parameter generator: The source of chance.
    /// - Returns: A step that a profile's flow can have in this world.
    package func step(_ generator: inout SeededGenerator) -> FlowStep.Action {
        // A drawn argument may be invalid together with others; the next draw then decides.
        for _ in 0..<64 {
            guard let kind = generator.element(of: kinds) else { break }
            if let action = step(of: kind.name, kind.schema, &generator) { return action }
        }
        return .call(.checkAuthentication)
    }

    /// Draws a step of a kind; `nil` if the drawn argument is not valid.
    package func step(
        of kind: String, _ schema: Members, _ generator: inout SeededGenerator
    ) -> FlowStep.Action? {
        let drawn: JSONValue?
        if let known = known(kind, &generator) {
            drawn = known
        } else {
            drawn = SchemaDrawer(vocabulary: vocabulary).value(of: schema, named: kind, &generator)
        }
        guard let drawn else { return nil }
        return action(drawn == .null && kind != "setSelectedProvider" ? .string(kind) : [kind: drawn])
    }

    /// Decodes a step in the notation of profiles; `nil` if it is not valid in this world.
    func action(_ notation: JSONValue) -> FlowStep.Action? {
        guard let step = try? ProfileDecoder.step(notation, of: profile), isPossible(notation) else { return nil }
        return step.action
    }

    /// Returns whether the names in a step refer to each other as a profile requires.
    private func isPossible(_ notation: JSONValue) -> Bool {
        guard case .object(let keys) = notation, case .object(let signIn)? = keys["signIn"] else { return true }
        return vocabulary.choices.contains { choice in
            choice.isSupported && choice.provider == signIn["provider"]?.string
                && choice.subscribers.contains(signIn["as"]?.string ?? "")
        }
    }

    /// Draws the arguments of the calls whose schema does not name the values that matter; `nil` for other kinds.
    private func known(_ kind: String, _ generator: inout SeededGenerator) -> JSONValue? {
        let resource = JSONValue(generator.element(of: vocabulary.resources))
        switch kind {
        case "setRequestor":
            let isOther = generator.happens(onceIn: 8)
            return JSONValue(isOther ? generator.element(of: vocabulary.requestors) : vocabulary.requestor)
        case "getAuthentication":
            let mvpd = JSONValue(generator.element(of: vocabulary.mvpds))
            let forms: [JSONValue] = [
                .null, .null, .null, ["force": true], ["filter": ["TV_PROVIDERS": [mvpd]]],
                ["data": ["genericData": "{}"]],
            ]
            return generator.element(of: forms)
        case "setSelectedProvider":
            return generator.happens(onceIn: 3) ? .null : JSONValue(generator.element(of: vocabulary.mvpds))
        case "checkAuthorization", "getAuthorization": return resource
        case "checkPreauthorizedResources":
            let all = JSONValue.array(vocabulary.resources.map(JSONValue.string))
            return generator.element(of: [[resource], all, ["resources": all, "cache": false]])
        case "getMetadata":
            let keys: [JSONValue] = [
                "tokenSource", "tokenSource", "userID", "authentication", "deviceID", ["authorization": resource],
            ]
            return generator.element(of: keys)
        case "setOptions": return ["handleSVC": .bool(generator.happens(onceIn: 2))]
        case "endSessions":
            guard let choice = generator.element(of: vocabulary.choices) else { return nil }
            return [
                "provider": .string(choice.provider),
                "subscriber": JSONValue(generator.element(of: choice.subscribers)),
                "notify": .bool(generator.happens(onceIn: 2)),
            ]
        case "signIn":
            guard let choice = generator.element(of: vocabulary.choices.filter(\.isSupported)) else { return nil }
            let expiry = generator.element(of: ["+30d", "+30d", "+1h", "never"])
            return [
                "provider": .string(choice.provider), "as": JSONValue(generator.element(of: choice.subscribers)),
                "expires": JSONValue(expiry),
            ]
        default: return nil
        }
    }
}
