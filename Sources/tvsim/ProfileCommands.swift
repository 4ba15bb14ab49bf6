import ArgumentParser
import ProgramSupport
import Scenario

/// `tvsim profile`: checks profiles and prints their JSON Schema.
struct Profile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Checks profiles, or prints their JSON Schema.",
        discussion: """
            EXAMPLE:
              tvsim profile check Profiles/granted-signed-in.yaml
              tvsim profile schema > profile.schema.json
            """,
        subcommands: [Check.self, Schema.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Checks profiles without running them, and prints one line for each invalid file.",
            discussion: """
                EXAMPLE:
                  tvsim profile check Profiles
                """)

        @Argument(help: "Profiles: files, folders of *.yaml, or '-' for standard input.")
        var profiles: [String]

        func run() throws {
            var refusal: (any Error)?
            for path in try ProfileFiles.paths(profiles, in: ".") {
                do { _ = try ProfileFiles.profiles(in: [path]) } catch {
                    if let refusal { ExitStatus.tell(refusal) }
                    refusal = error
                }
            }
            if let refusal { throw refusal }
        }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema",
            abstract: "Prints the JSON Schema (draft 2020-12) of a profile.",
            discussion: """
                EXAMPLE:
                  tvsim profile schema
                """)

        func run() throws { try Output.line(try ProfileDecoder.schemaText()) }
    }
}
