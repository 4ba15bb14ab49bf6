import ArgumentParser
import TVSimRules
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension RulesCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Judges by the rules what was kept of an app: an HTTP archive, or the evidence of worlds.",
            discussion: """
                An archive is one of a browser or a proxy, also of the real service. A folder has the evidence that \
                'tvsim exec --keep-on-failure' or the plugin of a test runner has kept; each world in it is judged. What \
                the archive cannot show, such as calls of Apple's framework, is not observable. Fails (1) with \
                --fail-on if a rule is broken.

                EXAMPLE:
                  tvsim rules check Examples/session.har --fail-on mandatory
                  tvsim rules check .tvsim/failed
                """)

        @Argument(
            help: "An HTTP archive ('-' for standard input), a folder with kept evidence, or an evidence.json.",
            completion: Completions.file)
        var input: String
        @Option(
            help: ArgumentHelp(
                "The host of the service in an archive, such as localhost:8080. Default: the vendor's hosts.",
                valueName: "host"))
        var host: String?
        @Option(
            help:
                "The profile whose 'rules' waive rules, and say what cannot be seen. Default for kept evidence: its own.",
            completion: Completions.profile)
        var profile: String?
        @Option(help: "Fails (1) if a rule of this severity, or of a higher one, is broken.")
        var failOn: Rule.Severity?
        @OptionGroup var form: ReportOptions<CommonForms>
        @OptionGroup var output: OutputOption

        func run() throws {
            let inputs = [input] + (profile.map { [$0] } ?? [])
            try NamedFile.demandOneInput(inputs)
            let outputs = try form.open(output.file, keeping: inputs)
            let settings = try profile.map { try WorldOrigin(file: $0).description.rules }
            let report = try JudgedInput(path: input, host: host).report(by: settings)
            try outputs.write(report.report(of: "tvsim rules check"))
            guard let failOn else { return }
            guard !report.isEmpty else {
                throw CommandError(.malformed, "no rule was exercised by what '\(input)' has")
            }
            if report.isBroken(atLeast: failOn) { throw ExitStatus.checkFailed }
        }
    }
}
