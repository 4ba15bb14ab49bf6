import ArgumentParser
import TVSimWorld

/// `tvsim permission`: the permission of each app to use the system-level account.
struct Permission: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permission",
        abstract: "The permission of each app to use the TV provider account.",
        discussion: """
            EXAMPLE:
              tvsim permission deny com.example.stream
              tvsim permission show
            """,
        subcommands: [Show.self, Grant.self, Deny.self, Restrict.self, Reset.self])

    /// The app that a command uses.
    struct AppArgument: ParsableArguments {
        @Argument(help: "The app. Default: the device's own app.", completion: Completions.apps)
        var bundleID: String?
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the permission of one app or of all apps.",
            discussion: """
                EXAMPLE:
                  tvsim permission show com.example.stream
                """)

        @Argument(help: "The app. Default: all apps with a decision.", completion: Completions.apps)
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
            abstract: "Allows an app to use the account.",
            discussion: """
                EXAMPLE:
                  tvsim permission grant com.example.stream
                """)

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.grant(app.bundleID), naming: app.bundleID) }
    }

    struct Deny: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deny",
            abstract: "Denies an app the use of the account, as the user does in Settings.",
            discussion: """
                EXAMPLE:
                  tvsim permission deny com.example.stream
                """,
            aliases: ["revoke"])

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.deny(app.bundleID), naming: app.bundleID) }
    }

    struct Restrict: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restrict",
            abstract: "Denies an app the use of the account, as the device's restrictions do.",
            discussion: """
                EXAMPLE:
                  tvsim permission restrict com.example.stream
                """)

        @OptionGroup var app: AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(CommandArguments.restrict(app.bundleID), naming: app.bundleID) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Resets an app's permission to 'notDetermined'.",
            discussion: """
                EXAMPLE:
                  tvsim permission reset
                """)

        @Argument(help: "The app. Default: all apps.", completion: Completions.apps)
        var bundleID: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetPermission(bundleID: bundleID)) }
    }
}
