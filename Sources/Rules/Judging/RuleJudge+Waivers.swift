package import TVSimStructuredText
package import TVSimWorld

extension RuleJudge {
    /// Throws an error if a profile waives a rule that does not exist.
    ///
    /// - Throws: `CommandError` with the closest rule, or with the command that lists them.
    package static func check(_ settings: RuleSettings) throws(CommandError) {
        if let error = Waivers(settings, History()).unknown { throw error }
    }

    /// The report, if each waiver names a rule.
    ///
    /// - Returns: The report about everything that was judged.
    /// - Throws: `CommandError` with the closest rule, or with the command that lists them.
    package func checkedReport() throws(CommandError) -> RuleReport {
        if let error = unknownWaiver { throw error }
        return report
    }
}

/// The rules that a profile waives, and those that a test waives by a mark from then on.
struct Waivers {
    /// A waiver, and where it begins.
    private struct Waiver {
        let rule: String
        let reason: String
        /// The mark; `nil` for a profile, which waives everywhere.
        var mark: (part: Int, number: Int)?

        /// That the rule does not exist; `nil` if it does.
        var problem: CommandError? {
            guard Rule.named(rule) == nil else { return nil }
            let closest = Suggestion.closest(to: rule, among: Rule.all.map(\.id))
            let help = closest == nil ? "; 'tvsim rules list' lists the rules" : ""
            let waiving = mark.map { "the mark of entry \($0.number)" } ?? "the profile"
            return CommandError(.invalid, "\(waiving) waives an unknown rule '\(rule)'\(help)", suggestion: closest)
        }
    }

    private var all: [Waiver]

    init(_ settings: RuleSettings, _ history: History) {
        all = settings.waivers.map { Waiver(rule: $0.rule, reason: $0.reason) }
        for (part, observations) in history.parts.enumerated() {
            for observation in observations {
                guard let mark = observation.mark, mark.event == .waived, let rule = mark.rule else { continue }
                all.append(
                    Waiver(rule: rule, reason: mark.reason ?? "", mark: (part: part, number: observation.number)))
            }
        }
    }

    /// That a waiver names a rule which does not exist; `nil` if none does.
    var unknown: CommandError? { all.lazy.compactMap(\.problem).first }

    /// The first reason of each rule.
    var reasons: [String: String] { Dictionary(all.map { ($0.rule, $0.reason) }) { first, _ in first } }

    /// Returns why a finding is waived; `nil` if it is not: what an app did before a mark stays broken.
    func reason(for rule: String, _ finding: Finding, in part: Int) -> String? {
        all.first { waiver in
            guard waiver.rule == rule else { return false }
            guard let mark = waiver.mark else { return true }
            return mark.part < part || mark.part == part && mark.number < finding.entries.max() ?? 0
        }?.reason
    }
}
