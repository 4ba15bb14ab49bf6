import ArgumentParser
import Fixtures
import ProgramSupport
import StructuredText

/// `tvsim fixtures`: the edge cases of single sign-on, as files for the tests of any implementation.
struct FixturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "The edge cases of single sign-on, each with exactly one defect or none, for anybody's tests.",
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
            abstract: "Lists the cases: name, family, what must come of it, summary.",
            discussion: """
                EXAMPLE:
                  tvsim fixtures list --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            try format.print(
                FixtureCatalog.cases.map(FixtureReport.init), text: Columns.text(FixtureText.rows(FixtureCatalog.cases))
            )
        }
    }

    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate",
            abstract: "Writes cases as files, with a manifest that says what must come of each.",
            discussion: """
                Without names it writes all. A new folder appears whole or not at all; an empty one is filled, the manifest last.
                The same seed gives the same octets.

                EXAMPLE:
                  tvsim fixtures generate --output fixtures
                  tvsim fixtures generate --output two --seed 7 xsw3 expired
                """)

        @Option(help: ArgumentHelp("The folder.", valueName: "dir"))
        var output: String
        @Option(parsing: .unconditional, help: "From which identifiers are drawn.")
        var seed: UInt64 = 0
        @Argument(help: "The cases.")
        var names: [String] = []

        func run() throws {
            let set = try FixtureSet(try FixtureCatalog.cases(named: names), seed: seed)
            try FixtureFolder.write(set, to: output)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Asks every judge of every case, and fails (1) where one disagrees.",
            discussion: """
                The judges: the validator, the entitlement service and the SDK of this simulator; and, where they are
                installed, xmlsec1 and the Python package signxml, of the signature alone. A judge that is missing is
                said, and is no failure; one that is there and gives no verdict is one (69). Files that were changed since they were generated fail.

                EXAMPLE:
                  tvsim fixtures verify fixtures
                  tvsim fixtures verify fixtures --format junit --output fixtures.xml
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json, junit
        }

        @Argument(help: ArgumentHelp("The folder.", valueName: "dir"))
        var folder: String
        @Option(help: "How to print.")
        var format = Format.text
        @Option(help: "Where to write; without it standard output.")
        var output: String?
        @Option(help: "The Python that may have signxml.")
        var python = "python3"

        func run() async throws {
            let verification = try await FixtureVerification(folder: folder, python: python)
            let text =
                switch format {
                case .text:
                    ([Columns.text(FixtureText.table(verification))] + FixtureText.closing(verification))
                        .joined(separator: "\n")
                case .json: try JSONText.line(verification)
                case .junit: FixtureText.junit(verification)
                }
            if let output, output != "-" {
                try NamedFile.write(text + "\n", to: output, keeping: FixtureFolder.files(in: folder))
            } else {
                try Output.line(text)
            }
            if !verification.agrees { throw ExitStatus.checkFailed }
        }
    }

    struct Explain: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Says what a case is, why it matters, what it resembles and what must come of it.",
            discussion: """
                EXAMPLE:
                  tvsim fixtures explain xsw3
                """)

        @Argument(help: "The case.")
        var name: String
        @OptionGroup var format: FormatOption

        func run() throws {
            let fixture = try FixtureCatalog.named(name)
            try format.print(FixtureReport(fixture), text: FixtureText.explanation(of: fixture))
        }
    }
}
