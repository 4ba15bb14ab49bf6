import ArgumentParser
import TVSimStructuredText
import TVSimWorld

/// `tvsim statement`: the software statements that apps use for dynamic client registration.
struct Statement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "The software statement that an app uses to register at the entitlement service.",
        discussion: """
            EXAMPLE:
              tvsim statement show com.example.stream
              tvsim statement revoke
            """,
        subcommands: [Show.self, Revoke.self, Renew.self])

    /// The statement that a command uses.
    struct Named: ParsableArguments {
        @Argument(help: "The app. Default: the device's own app.", completion: Completions.apps)
        var bundleID: String?
        @Option(
            name: .customLong("requestor"),
            help: "A requestor of the statement. The option can be repeated. Default: all requestors.",
            completion: Completions.requestors)
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
            help: "When the statement expires: an instant, an offset such as +30d, or never.")
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
            abstract:
                "Revokes the statement permanently. Registrations with it fail, and existing clients are rejected.",
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
            abstract: "Issues a new statement for an app, as for a new version. Earlier statements do not change.",
            discussion: """
                EXAMPLE:
                  tvsim statement renew com.example.stream
                """)

        @Argument(help: "The app. Default: the device's own app.", completion: Completions.apps)
        var bundleID: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.renewStatement(bundleID: bundleID)) }
    }
}
