import ArgumentParser
import Recordings
import Rules
import Scenario
import SimulatedWorld
import StateStorage
import StructuredText

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
                rules, text: Columns.text(rules.map { [$0.severity.letter, $0.id, $0.sentence] }))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Judges the requests of an HTTP archive by the rules, such as a recording of the real service.",
            discussion: """
                What the archive cannot show, such as calls of Apple's framework, is not observable. Fails (1) with \
                --fail-on if a rule is broken.

                EXAMPLE:
                  tvsim rules check Examples/session.har --fail-on mandatory
                """)

        @OptionGroup var recording: RecordingOptions
        @Option(
            help: "The profile whose 'rules' waive rules, and say what cannot be seen.",
            completion: Completions.profile)
        var profile: String?
        @Option(help: "Fails (1) if a rule of this severity, or of a higher one, is broken.")
        var failOn: Rule.Severity?
        @OptionGroup var format: FormatOption

        func run() throws {
            try NamedFile.demandOneInput([recording.archive] + (profile.map { [$0] } ?? []))
            let history = try recording.history()
            let settings = try profile.map { try WorldOrigin(file: $0).description.rules } ?? RuleSettings()
            try RuleJudge.check(settings)
            var judge = RuleJudge()
            judge.judge(history, by: settings)
            let report = judge.report
            try format.print(report, text: RuleText.lines(of: report).joined(separator: "\n"))
            guard let failOn else { return }
            guard !report.isEmpty else {
                throw CommandError(.malformed, "no rule was exercised by the requests of the archive")
            }
            if report.isBroken(atLeast: failOn) { throw ExitStatus.checkFailed }
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
                    suggestion: Suggestion.closest(to: rule, among: Rule.all.map(\.id)))
            }
            try format.print(found, text: found.lines.joined(separator: "\n"))
        }
    }
}

extension Rule.Severity: ExpressibleByArgument {}
extension Rule.Party: ExpressibleByArgument {}
