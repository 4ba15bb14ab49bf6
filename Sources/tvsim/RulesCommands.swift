import ArgumentParser
import TVSimRules
import TVSimStructuredText
import TVSimWorld

/// `tvsim rules`: the vendors' rules about clients.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "The vendors' rules about clients, by which 'tvsim exec --rules' judges tests.",
        discussion: """
            EXAMPLE:
              tvsim rules list --severity mandatory
              tvsim rules show poll-gap
              tvsim rules check Examples/session.har
            """,
        subcommands: [List.self, Show.self, Check.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the rules.",
            discussion: """
                EXAMPLE:
                  tvsim rules list --party framework
                """)

        @Option(help: "Lists only the rules of this severity.")
        var severity: Rule.Severity?
        @Option(help: "Lists only the rules about this part of an app.")
        var party: Rule.Party?
        @OptionGroup var format: FormatOption

        func run() throws {
            let rules = Rule.all.filter { rule in
                (severity.map { $0 == rule.severity } ?? true) && (party.map { $0 == rule.party } ?? true)
            }.map(RuleDescription.init)
            try format.print(
                VendorRulesListing(rules: rules),
                text: Columns.text(rules.map { [$0.severity.letter, $0.id, $0.sentence] }))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints a rule with what exercises it, and the documents that it is taken from.",
            discussion: """
                EXAMPLE:
                  tvsim rules show device-info-form
                """)

        @Argument(help: "The rule. 'tvsim rules list' prints the names.")
        var rule: String
        @OptionGroup var format: FormatOption

        func run() throws {
            guard let found = Rule.named(rule).map(RuleDescription.init) else {
                throw CommandError(
                    .notFound, "unknown rule '\(rule.onOneLine)': run 'tvsim rules list' for a list",
                    suggestion: Suggestion.closest(to: rule, among: RuleID.allCases.map(\.rawValue)))
            }
            try format.print(found, text: found.lines.joined(separator: "\n"))
        }
    }
}

/// The JSON output of `rules list`.
private struct VendorRulesListing: Encodable {
    let rules: [RuleDescription]
}

extension Rule.Severity: ExpressibleByArgument {}
extension Rule.Party: ExpressibleByArgument {}
