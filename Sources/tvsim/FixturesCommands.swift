import ArgumentParser
import TVSimFixtures
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// `tvsim fixtures`: the edge cases of single sign-on, as files for the tests of any implementation.
struct FixturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "The edge cases of single sign-on, each with at most one defect, for tests of any implementation.",
        discussion: """
            EXAMPLE:
              tvsim fixtures list
              tvsim fixtures explain xsw3
              tvsim fixtures generate --output fixtures
              tvsim fixtures verify fixtures
            """,
        subcommands: [List.self, Generate.self, Verify.self, Explain.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the cases: name, family, expected result, summary.",
            discussion: """
                EXAMPLE:
                  tvsim fixtures list --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            try format.print(
                FixtureListing(FixtureCatalog.cases), text: Columns.text(FixtureText.rows(FixtureCatalog.cases)))
        }
    }

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate",
            abstract: "Writes cases as files, with a manifest of the expected results.",
            discussion: """
                Without names it writes all cases. The folder must be new or empty. A new folder appears only when it is \
                complete; in an empty folder, the manifest is written last. The same seed gives the same octets.

                With other parties, another key or another instant it writes the responses and messages, with the same \
                expected results, and no requests or profiles.

                EXAMPLE:
                  tvsim fixtures generate --output fixtures
                  tvsim fixtures generate --output two --seed 7 xsw3 expired
                  tvsim fixtures generate --output mine --audience https://sp.example/metadata --recipient \
                https://sp.example/acs
                """)

        @Option(help: ArgumentHelp("The folder.", valueName: "dir"), completion: Completions.file)
        var output: String
        @Option(parsing: .unconditional, help: "The seed for identifiers.")
        var seed: UInt64 = 0
        @OptionGroup var options: FixturePartiesOptions
        @Argument(help: "The cases. Default: all.", completion: Completions.cases)
        var names: [String] = []

        func run() throws {
            let parties = try options.parties()
            let cases =
                try parties.areOfCatalogue ? FixtureCatalog.cases(named: names) : FixtureCatalog.aimed(names)
            let status = StatusLine()
            defer { status.finish() }
            let set = try FixtureSet(cases, seed: seed, for: parties) { status.show("\($0)/\(cases.count) \($1)") }
            status.show("writing \(output)")
            try FixtureFolder.write(set, to: output)
            status.finish()
            try Terminal.note("\(output): \(cases.count) cases written")
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Validates every case with each validator, and fails (1) if a verdict differs.",
            discussion: """
                The validators are the SAML validator, the entitlement service and the SDK of this simulator. If \
                installed, xmlsec1 and the Python package signxml validate the signature. A missing validator is \
                reported but is not a failure. An installed validator without a verdict is a failure (69). Files that \
                have changed since their generation fail.

                EXAMPLE:
                  tvsim fixtures verify fixtures
                  tvsim fixtures verify fixtures --format junit --output fixtures.xml
                """)

        @Argument(help: ArgumentHelp("The folder.", valueName: "dir"), completion: Completions.file)
        var folder: String
        @OptionGroup var form: ReportOptions<CommonForms>
        @Option(help: "The output file. Default: standard output.", completion: Completions.file)
        var output: String?
        @Option(help: "The Python interpreter for signxml.", completion: Completions.file)
        var python = "python3"

        func run() async throws {
            let status = StatusLine()
            defer { status.finish() }
            status.show("reading \(folder)")
            let verification = try await FixtureVerification(folder: folder, python: python) { done, count, name in
                status.show("\(done)/\(count) \(name)")
            }
            status.finish()
            let outputs = try form.open(output, keeping: FixtureFolder.files(in: folder))
            try outputs.write(verification.report(table: [Columns.text(FixtureText.table(verification))]))
            if !verification.agrees { throw ExitStatus.checkFailed }
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Explains a case: what it is, why it matters, similar cases and the expected result.",
            discussion: """
                EXAMPLE:
                  tvsim fixtures explain xsw3
                """)

        @Argument(help: "The case.", completion: Completions.cases)
        var name: String
        @OptionGroup var format: FormatOption

        func run() throws {
            let fixture = try FixtureCatalog.named(name)
            try format.print(FixtureReport(fixture), text: FixtureText.explanation(of: fixture))
        }
    }
}
