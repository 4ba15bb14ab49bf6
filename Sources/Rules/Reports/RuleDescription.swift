import TVSimWorld

/// A rule without its judge, for lists of rules.
package struct RuleDescription: Codable, Hashable, Sendable {
    /// The identifier.
    package var id: String
    package var party: Rule.Party
    package var group: Rule.Group
    package var severity: Rule.Severity
    /// What an app does that keeps the rule.
    package var sentence: String
    /// What exercises the rule.
    package var trigger: String
    /// The risk that the vendor names.
    package var why: String
    /// What no document says and the simulator has chosen; `nil` for nothing.
    package var chosen: String?
    /// What a verdict needs.
    package var needs: [String]
    package var sources: [Rule.Source]

    /// Describes a rule.
    package init(_ rule: Rule) {
        id = rule.id.rawValue
        party = rule.party
        group = rule.group
        severity = rule.severity
        sentence = rule.sentence
        trigger = rule.trigger
        why = rule.why
        chosen = rule.chosen
        needs = rule.needs.map(\.rawValue).sorted()
        sources = rule.sources
    }

    /// The rule with its reasons, for a terminal.
    package var lines: [String] {
        ["\(id)  \(severity.rawValue)  \(sentence)", "exercised by: \(trigger)", "risk: \(why)"]
            + (chosen.map { ["chosen: \($0)"] } ?? [])
            + (needs.isEmpty ? [] : ["needs: " + needs.joined(separator: ", ")])
            + sources.map { "source: \($0.text)\n        \($0.address)" }
    }
}
