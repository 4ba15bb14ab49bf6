package import TVSimStructuredText

/// What a profile says to the judge of client rules: the rules that it waives, and what cannot be seen of the app.
package struct RuleSettings: Hashable, Sendable {
    /// A rule that the team breaks on purpose.
    package struct Waiver: Hashable, Sendable {
        /// The rule.
        package let rule: RuleID
        /// Why the rule is waived.
        package let reason: String

        /// Creates a waiver.
        package init(_ rule: RuleID, because reason: String) {
            self.rule = rule
            self.reason = reason
        }
    }

    /// Who calls the service.
    package enum Architecture: String, Sendable, CaseIterable {
        /// The app itself.
        case clientToServer
        /// A server of the programmer, on behalf of devices.
        case serverToServer
    }

    /// On which screen the user signs in.
    package enum Screen: String, Sendable, CaseIterable {
        /// That of the app.
        case first
        /// Another one, on which the user enters a code.
        case second
    }

    /// The waived rules.
    package var waivers: [Waiver] = []
    /// Who calls the service; `nil` if the profile does not say it.
    package var architecture: Architecture?
    /// On which screen the user signs in; `nil` if the profile does not say it.
    package var screen: Screen?
    /// Whether the app has a browser for pages; `nil` if the profile does not say it.
    package var browser: Bool?

    /// Creates settings that say nothing.
    package init() {}

    /// The keys.
    package static let fields = ObjectFormat<RuleSettings>(
        title: "rules", defaults: RuleSettings(),
        fields: [
            Field(
                "waive", "The rules that the app breaks on purpose, each with the reason.",
                Formats.map(
                    of: "rules", ["type": "string", "minLength": 1],
                    write: { ($0.rule.rawValue, .string($0.reason)) }
                ) { (entry, notes) throws(SourceError) in
                    Waiver(
                        try RuleID.named(entry.key, at: entry.path, by: "the profile"),
                        because: try Formats.line.read(entry.value, notes))
                }.checked(["propertyNames": .object(RuleID.schema)]) { (_, _) throws(SourceError) in },
                from: { $0.waivers.isEmpty ? nil : $0.waivers }
            ) { (waivers, settings, _, _) throws(SourceError) in settings.waivers = waivers },
            Field(
                "architecture", "Who calls the service: the app, or a server on behalf of devices.",
                Formats.choice(Architecture.self), from: \.architecture
            ) { (choice, settings, _, _) throws(SourceError) in settings.architecture = choice },
            Field(
                "screen", "On which screen the user signs in: that of the app, or a second one with a code.",
                Formats.choice(Screen.self), from: \.screen
            ) { (choice, settings, _, _) throws(SourceError) in settings.screen = choice },
            Field(
                "browser", "Whether the app can open pages. An app without a browser opens no logout page.",
                Formats.boolean, from: \.browser
            ) { (choice, settings, _, _) throws(SourceError) in settings.browser = choice },
        ])
}
