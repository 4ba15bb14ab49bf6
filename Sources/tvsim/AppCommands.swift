import ArgumentParser
import SimulatedWorld

/// `tvsim app`: the device's settings for an app.
struct App: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "What the device knows of an app: access, how it was built, and what it registered.",
        discussion: """
            EXAMPLE:
              tvsim app set subscription.accessLevel=paid subscription.expires=+30d
              tvsim app show
            """,
        subcommands: [Show.self, Set.self, Reset.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints everything of an app, and whether its subscription has ended.",
            discussion: """
                EXAMPLE:
                  tvsim app show com.example.stream --format json
                """)

        @OptionGroup var app: Permission.AppArgument
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let selected = try device.open()
            try format.print(
                try selected.app(app.bundleID), text: try Columns.text(selected.appRows(app.bundleID)))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes what the device knows of an app, all at once; what is not named stays.",
            discussion: """
                Keys and values are those of an app in a profile's device: access, singleSignOnEntitlement,
                subscriptionEntitlement, usageDescription, team, subscription, userAccounts and automaticSignIn. A key
                with dots reaches into a mapping; values are YAML.

                EXAMPLE:
                  tvsim app set --app com.example.stream access=granted subscription.expires=-1s
                  tvsim app set 'userAccounts=[{identifier: alice, accountType: paid}]'
                """)

        @Argument(help: "A key and its value, as KEY=VALUE.")
        var values: [String]
        @Option(help: "The app; without it the device's own.")
        var app: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.app(app, values)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Returns an app to what the profile says that the device was made from.",
            discussion: """
                EXAMPLE:
                  tvsim app reset com.example.stream
                """)

        @OptionGroup var app: Permission.AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetApp(bundleID: app.bundleID)) }
    }
}
