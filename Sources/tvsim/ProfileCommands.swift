import ArgumentParser
import TVSimulator

/// `tvsim profile`: profiles as files.
struct Profile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Profiles as files: check them, or print their JSON Schema.",
        discussion: """
            EXAMPLE:
              tvsim profile check Profiles/granted-signed-in.yaml
              tvsim profile schema > profile.schema.json
            """,
        subcommands: [Check.self, Schema.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Decodes profiles and runs nothing; silent when all are well.",
            discussion: """
                EXAMPLE:
                  tvsim profile check Profiles
                """)

        @Argument(help: "Profiles: files, folders of *.yaml, or '-' for standard input.")
        var profiles: [String]

        func run() throws {
            _ = try ProfileFiles.profiles(in: try ProfileFiles.paths(profiles, in: "."))
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
