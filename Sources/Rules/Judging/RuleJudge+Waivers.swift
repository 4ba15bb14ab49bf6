package import SimulatedWorld
package import StructuredText

extension RuleJudge {
    /// Throws an error if a profile waives a rule that does not exist.
    ///
    /// - Throws: `CommandError` with the closest rule.
    package static func check(_ settings: RuleSettings) throws(CommandError) {
        for waiver in settings.waivers where Rule.named(waiver.rule) == nil {
            throw CommandError(
                .invalid, "the profile waives an unknown rule '\(waiver.rule)'",
                suggestion: Suggestion.closest(to: waiver.rule, among: Rule.all.map(\.id)) ?? "tvsim rules list")
        }
    }
}
