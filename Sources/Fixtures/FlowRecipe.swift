import Foundation

/// An app's calls on a device and the expected callbacks, as a profile with one defect.
package struct FlowRecipe: Sendable {
    /// One step of the flow.
    package enum Step: Sendable {
        /// A call or an event, with the expected callbacks; `healthy` has those without the defect, if they differ.
        case call(String, [String]?, healthy: [String]? = nil)
        /// An event that is the defect itself.
        case defect(String)

        /// No user is authenticated.
        static let notAuthenticated = Step.call(
            "checkAuthentication:",
            ["status(N000)", #"setAuthenticationStatus(0, "User Not Authenticated Error")"#])
        /// The user is authenticated.
        static let authenticated = Step.call("checkAuthentication:", [#"setAuthenticationStatus(1, "")"#])
        /// No user is authenticated because of the defect.
        static let deauthenticated = Step.call(
            "checkAuthentication:",
            ["status(N000)", #"setAuthenticationStatus(0, "User Not Authenticated Error")"#],
            healthy: [#"setAuthenticationStatus(1, "")"#])
        /// The requestor is set without other callbacks.
        static let requestorSet = Step.call("setRequestor: REF30", ["setRequestorComplete(1)"])
    }

    /// The device, the providers and the service without the defect, as YAML.
    package var world: String
    /// The text of the world that the defect replaces, and its replacement; `nil` if the defect is an event.
    package var defect: (healthy: String, broken: String)?
    /// The steps, in order.
    package var steps: [Step]

    init(world: String, defect: (String, String)? = nil, steps: [Step]) {
        self.world = world
        self.defect = defect
        self.steps = steps
    }

    /// Whether the text that the defect replaces occurs exactly once in the world; true if the defect replaces no text.
    package var isSound: Bool {
        guard let defect else { return true }
        return world.components(separatedBy: defect.healthy).count == 2
    }

    /// The placeholder in a world for the response that a provider returns.
    static let response = "{\(ExchangeRecipe.Placeholder.responseXML.rawValue)}"

    /// Returns the profile of the flow.
    ///
    /// - Parameters:
    ///   - name: The name of the profile.
    ///   - summary: The summary of the profile.
    ///   - response: The response that the case's provider returns, as XML.
    ///   - healthy: Whether to write the profile without the defect.
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

    /// The expected callbacks of each call.
    package var callbacks: [FixtureManifest.Callbacks] {
        steps.compactMap { step in
            guard case .call(let call, let expected?, _) = step else { return nil }
            let name = call.hasSuffix(":") ? String(call.dropLast()) : call
            return FixtureManifest.Callbacks(call: name, callbacks: expected)
        }
    }

    /// Returns a text as a YAML scalar in quotes, on one line.
    private static func quoted(_ text: String) -> String {
        // Single-quoted scalars have no escapes, so text with line breaks or non-ASCII characters needs double quotes.
        guard text.unicodeScalars.allSatisfy({ (" "..."~").contains($0) }) else {
            return "\"\(text.unicodeScalars.map(escaped).joined())\""
        }
        return "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }

    /// Returns a character as double-quoted YAML scalars contain it (YAML 1.2, 5.7).
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
