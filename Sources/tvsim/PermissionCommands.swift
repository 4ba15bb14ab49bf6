import ArgumentParser
import SimulatedWorld

/// `tvsim permission`: the permission of each app to use the system-level account.
struct Permission: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permission",
        abstract: "The per-app permission to use the TV provider account.",
        discussion: """
            EXAMPLE:
              tvsim permission deny com.example.stream
              tvsim permission show
            """,
        subcommands: [Show.self, Grant.self, Deny.self, Restrict.self, Reset.self])

    /// The app that a command uses.
    struct AppArgument: ParsableArguments {
        @Argument(help: "The app; without it the device's own.")
        var bundleID: String?
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints one app's permission, or every app's.",
            discussion: """
                EXAMPLE:
                  tvsim permission show com.example.stream
                """)

        @Argument(help: "The app; without it every app that was decided about.")
        var bundleID: String?
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().permissions(of: bundleID)
            try format.print(
                listing,
                text: bundleID == nil
                    ? Columns.text(listing.permissions.map { [$0.bundleID, $0.access] })
                    : listing.permissions.map(\.access).joined())
        }
    }

    struct Grant: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant",
            abstract: "Lets an app use the account.",
            discussion: """
                EXAMPLE:
                  tvsim permission grant com.example.stream
                """)

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.grant(app.bundleID)) }
    }

    struct Deny: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deny",
            abstract: "Forbids an app to use the account, as the person would in Settings.",
            discussion: """
                EXAMPLE:
                  tvsim permission deny com.example.stream
                """,
            aliases: ["revoke"])

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.deny(app.bundleID)) }
    }

    struct Restrict: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restrict",
            abstract: "Forbids an app to use the account, as the device's restrictions do.",
            discussion: """
                EXAMPLE:
                  tvsim permission restrict com.example.stream
                """)

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.restrict(app.bundleID)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Returns an app's permission to undetermined.",
            discussion: """
                EXAMPLE:
                  tvsim permission reset
                """)

        @Argument(help: "The app; without it every app.")
        var bundleID: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetPermission(bundleID: bundleID)) }
    }
}
