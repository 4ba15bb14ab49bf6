import TVSimWorld

/// The rules that a profile waives, and those that a test waives by a mark from then on.
struct Waivers {
    /// A waiver, and where it begins.
    private struct Waiver {
        let rule: RuleID
        let reason: String
        /// The mark; `nil` for a profile, which waives everywhere.
        var mark: (part: Int, number: Int)?
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

    /// The first reason of each rule.
    var reasons: [RuleID: String] { Dictionary(all.map { ($0.rule, $0.reason) }) { first, _ in first } }

    /// Returns why a finding is waived; `nil` if it is not: what an app did before a mark stays broken.
    func reason(for rule: RuleID, _ finding: Finding, in part: Int) -> String? {
        all.first { waiver in
            guard waiver.rule == rule else { return false }
            guard let mark = waiver.mark else { return true }
            return mark.part < part || mark.part == part && mark.number < finding.entries.max() ?? 0
        }?.reason
    }
}
