import Foundation

/// What an app does on a device, and what it must be told: a profile, with the one thing that is wrong in it.
package struct FlowRecipe: Sendable {
    /// One step of the flow.
    package enum Step: Sendable {
        /// A call, or an event that belongs to the story, and what it must cause; `healthy`: what it must cause where
        /// nothing is wrong, if that is something else.
        case call(String, [String]?, healthy: [String]? = nil)
        /// An event that is the defect itself.
        case defect(String)

        /// Nobody is authenticated.
        static let notAuthenticated = Step.call(
            "checkAuthentication:",
            ["status(N000)", #"setAuthenticationStatus(0, "User Not Authenticated Error")"#])
        /// The person is authenticated.
        static let authenticated = Step.call("checkAuthentication:", [#"setAuthenticationStatus(1, "")"#])
        /// The person is not authenticated, and would be if nothing were wrong.
        static let deauthenticated = Step.call(
            "checkAuthentication:",
            ["status(N000)", #"setAuthenticationStatus(0, "User Not Authenticated Error")"#],
            healthy: [#"setAuthenticationStatus(1, "")"#])
        /// The requestor is set, silently.
        static let requestorSet = Step.call("setRequestor: REF30", ["setRequestorComplete(1)"])
    }

    /// The device, the providers and the service, as YAML, where nothing is wrong.
    package var world: String
    /// What stands there in the place of what, where something is wrong.
    package var defect: (healthy: String, broken: String)?
    /// What happens, in order.
    package var steps: [Step]

    init(world: String, defect: (String, String)? = nil, steps: [Step]) {
        self.world = world
        self.defect = defect
        self.steps = steps
    }

    /// Whether the defect, where there is one, finds its place in the world exactly once.
    package var isSound: Bool {
        guard let defect else { return true }
        return world.components(separatedBy: defect.healthy).count == 2
    }

    /// Stands in a world for the response that a provider is given.
    static let response = "{\(ExchangeRecipe.Placeholder.responseXML.rawValue)}"

    /// Writes the profile.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - summary: What it is about.
    ///   - response: The response of the case, for a provider that is given it.
    ///   - healthy: Whether it is written as it is where nothing is wrong.
    /// - Returns: The profile, as YAML.
    package func profile(name: String, summary: String, response: String = "", healthy: Bool = false) -> String {
        var world = world
        if !healthy, let defect {
            world = world.replacingOccurrences(of: defect.healthy, with: defect.broken)
                .replacingOccurrences(of: Self.response, with: Self.quoted(response))
        }
        var text = "schema: 1\nname: \(Self.quoted(name))\nsummary: \(Self.quoted(summary))\n\(world)flow:\n"
        for step in steps {
            switch step {
            case .defect(let event):
                if !healthy { text += "  - \(event)\n" }
            case .call(let call, let expected, let otherwise):
                text += "  - \(call)\n"
                let callbacks = healthy ? otherwise ?? expected : expected
                if let callbacks {
                    text += "    expect: [\(callbacks.map(Self.quoted).joined(separator: ", "))]\n"
                }
            }
        }
        return text
    }

    /// What the app must be told, call by call.
    package var callbacks: [FixtureManifest.Callbacks] {
        steps.compactMap { step in
            guard case .call(let call, let expected?, _) = step else { return nil }
            let name = call.hasSuffix(":") ? String(call.dropLast()) : call
            return FixtureManifest.Callbacks(call: name, callbacks: expected)
        }
    }

    /// A text as YAML quotes it, on one line.
    private static func quoted(_ text: String) -> String {
        // Between single quotes every character means itself, but for breaks of lines and what YAML may not hold.
        guard text.unicodeScalars.allSatisfy({ (" "..."~").contains($0) }) else {
            return "\"\(text.unicodeScalars.map(escaped).joined())\""
        }
        return "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }

    /// A character between double quotes (YAML 1.2 § 5.7).
    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "\"", "\\": return "\\\(character)"
        case "\n": return "\\n"
        case " "..."~": return String(character)
        default:
            let digits = String(character.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }
}
