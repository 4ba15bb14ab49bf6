import ArgumentParser
import Settings
import SimulatedWorld

/// `tvsim statement`: the software statements that apps use for dynamic client registration.
struct Statement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "The software statement with which an app registers at the entitlement service.",
        discussion: """
            EXAMPLE:
              tvsim statement show com.example.stream
              tvsim statement revoke
            """,
        subcommands: [Show.self, Revoke.self, Renew.self])

    /// The statement that a command uses.
    struct Named: ParsableArguments {
        @Argument(help: "The app; without it the device's own.")
        var bundleID: String?
        @Option(name: .customLong("requestor"), help: "A requestor that it is limited to; without any it is for all.")
        var requestors: [String] = []

        func limits() throws -> [String]? { try CommandArguments.limits(requestors) }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the statement, a JWT.",
            discussion: """
                EXAMPLE:
                  tvsim statement show com.example.stream
                  tvsim statement show --requestor REF30 --expires +30d --format json
                """)

        @OptionGroup var named: Named
        @Option(
            parsing: .unconditional,
            help: "Until when it may be used: an instant, an offset such as +30d, or 'never'.")
        var expires = "never"
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let end = try CommandArguments.instant(expires)
            let listing = try device.open().statement(
                of: named.bundleID, requestors: try named.limits(), expires: end)
            try format.print(listing, text: listing.statement)
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Revokes the statement for good: nobody can register with it, and whoever did is refused.",
            discussion: """
                EXAMPLE:
                  tvsim statement revoke com.example.stream
                """)

        @OptionGroup var named: Named
        @OptionGroup var device: DeviceOption

        func run() throws {
            try device.perform(.revokeStatement(bundleID: named.bundleID, requestors: try named.limits()))
        }
    }

    struct Renew: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "renew",
            abstract:
                "Gives an app a new statement, as a new version of it brings; the ones before stay what they are.",
            discussion: """
                EXAMPLE:
                  tvsim statement renew com.example.stream
                """)

        @Argument(help: "The app; without it the device's own.")
        var bundleID: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.renewStatement(bundleID: bundleID)) }
    }
}
