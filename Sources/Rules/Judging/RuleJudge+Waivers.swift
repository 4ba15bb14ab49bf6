package import TVSimStructuredText
package import TVSimWorld

extension RuleJudge {
    /// Throws an error if a profile waives a rule that does not exist.
    ///
    /// - Throws: `CommandError` with the closest rule, or with the command that lists them.
    package static func check(_ settings: RuleSettings) throws(CommandError) {
        for waiver in settings.waivers where Rule.named(waiver.rule) == nil {
            let closest = Suggestion.closest(to: waiver.rule, among: Rule.all.map(\.id))
            let help = closest == nil ? "; 'tvsim rules list' lists the rules" : ""
            throw CommandError(
                .invalid, "the profile waives an unknown rule '\(waiver.rule)'\(help)", suggestion: closest)
        }
    }
}
