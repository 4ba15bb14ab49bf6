import ArgumentParser
import TVSimWorld

/// `tvsim app`: the device's settings for an app.
struct App: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "The device's settings for an app: access, entitlements, subscription and user accounts.",
        discussion: """
            EXAMPLE:
              tvsim app set subscription.accessLevel=paid subscription.expires=+30d
              tvsim app show
            """,
        subcommands: [Show.self, Set.self, Reset.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints all settings for an app, and whether its subscription has expired.",
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
            abstract: "Changes settings for an app in one transaction. Other settings keep their values.",
            discussion: """
                Keys and values are those of an app in a profile's device: access, singleSignOnEntitlement, \
                subscriptionEntitlement, usageDescription, team, subscription, userAccounts and automaticSignIn. A key \
                with dots reaches into a mapping; values are YAML.

                EXAMPLE:
                  tvsim app set --app com.example.stream access=granted subscription.expires=-1s
                  tvsim app set 'userAccounts=[{identifier: alice, accountType: paid}]'
                """)

        @Argument(help: "A key and its value, as KEY=VALUE.", completion: Completions.appPairs)
        var values: [String]
        @Option(help: "The app. Default: the device's own app.", completion: Completions.apps)
        var app: String?
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.app(app, values)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Resets the settings for an app to those of the device's profile.",
            discussion: """
                EXAMPLE:
                  tvsim app reset com.example.stream
                """)

        @OptionGroup var app: Permission.AppArgument
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetApp(bundleID: app.bundleID)) }
    }
}
