import ArgumentParser
import TVSimStructuredText
import TVSimWorld

/// `tvsim integration`: the settings of MVPDs for requestors at the entitlement service.
struct IntegrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "integration",
        abstract: "The settings of MVPDs for a requestor at the entitlement service.",
        discussion: """
            EXAMPLE:
              tvsim integration set Cablevision singleSignOn=false
              tvsim integration list
            """,
        subcommands: [List.self, Show.self, Set.self, Reset.self])

    /// The integration that a command uses.
    struct Named: ParsableArguments {
        @Argument(help: "The MVPD's id.", completion: Completions.mvpds)
        var mvpd: String
        @Option(
            help: "The requestor. Default: the requestor of the device's profile.", completion: Completions.requestors)
        var requestor: String?
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the integrations, in the service's order.",
            discussion: """
                EXAMPLE:
                  tvsim integration list --format json
                """)

        @Option(help: "Lists only the integrations of this requestor.", completion: Completions.requestors)
        var requestor: String?
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().integrations(of: requestor)
            try format.print(listing.json, text: Columns.text(listing.rows))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints all settings of an integration.",
            discussion: """
                EXAMPLE:
                  tvsim integration show Cablevision
                """)

        @OptionGroup var integration: Named
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let selected = try device.open()
            let shown = try selected.integration(integration.mvpd, of: integration.requestor)
            try format.print(
                shown,
                text: try Columns.text(selected.integrationRows(integration.mvpd, of: integration.requestor)))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes settings of an integration in one transaction. Other settings keep their values.",
            discussion: """
                Keys and values are those of an integration in a profile: enabled, singleSignOn, boardingStatus, \
                degradation, authenticationTTL and more, which 'tvsim integration show' prints. Values are YAML.

                EXAMPLE:
                  tvsim integration set Cablevision enabled=false
                  tvsim integration set Cablevision degradation=AuthNAll 'tempPass={duration: 10m}'
                """)

        @OptionGroup var integration: Named
        @Argument(help: "A key and its value, as KEY=VALUE.", completion: Completions.integrationPairs)
        var values: [String]
        @OptionGroup var device: DeviceOption

        func run() throws {
            let requestor = try device.open().requestor(integration.requestor)
            try device.perform(try CommandArguments.integration(integration.mvpd, of: requestor, values))
        }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Resets an integration to the device's profile.",
            discussion: """
                EXAMPLE:
                  tvsim integration reset Cablevision
                """)

        @OptionGroup var integration: Named
        @OptionGroup var device: DeviceOption

        func run() throws {
            let requestor = try device.open().requestor(integration.requestor)
            try device.perform(.resetIntegration(requestor: requestor, mvpd: integration.mvpd))
        }
    }
}
