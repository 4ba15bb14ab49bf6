import Foundation
import TVSimRules
import TVSimWorld
import TestSupport
import Testing

@Suite("The table of rules")
struct RulePageTests {
    @Test("the reference page is what the table says")
    func page() throws {
        try GeneratedFile.check(
            "docs/tvsim.docc/Reference/ClientRules.md", is: Self.page(), below: "RulePageTests")
    }

    private static func page() -> String {
        Rule.Group.allCases.map { group in
            let rules = Rule.all.filter { $0.group == group }
            let rows = rules.map { rule in
                let sources = rule.sources.map { "[\($0.text)](\($0.address))" }.joined(separator: "; ")
                let needs = rule.needs.subtracting([.facts, .bodies]).map(\.rawValue).sorted().joined(separator: ", ")
                return
                    "| `\(rule.id.rawValue)` | \(rule.severity.letter) | \(rule.sentence) | \(rule.trigger) | \(needs) | \(sources) |"
            }
            return
                "## \(group.title)\n\n| rule | | an app that keeps it | exercised by | needs | sources |\n"
                + "|---|---|---|---|---|---|\n" + rows.map { $0 + "\n" }.joined()
        }.joined(separator: "\n") + "\n" + chosen()
    }

    private static func chosen() -> String {
        let rows = Rule.all.compactMap { rule in rule.chosen.map { "| `\(rule.id.rawValue)` | \($0) |\n" } }
        return "## What we have chosen\n\nNo document says these, so another judge may decide otherwise.\n\n"
            + "| rule | chosen |\n|---|---|\n" + rows.joined()
    }

    @Test("each rule has a name of its own, and a public document's title, section and address")
    func sources() {
        #expect(Rule.all.map(\.id) == RuleID.allCases)
        for rule in Rule.all {
            #expect(!rule.sources.isEmpty, "\(rule.id)")
            for source in rule.sources {
                #expect(source.address.hasPrefix("https://") && !source.title.isEmpty && !source.section.isEmpty)
            }
        }
    }

}
