import ArgumentParser
import TVSimWorld

/// `tvsim settings`: the device's settings.
struct Settings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract:
            "The device's settings: platform, region, developer switches, and behaviour that Apple does not document.",
        discussion: """
            EXAMPLE:
              tvsim settings set region=unsupported developer.simulateExpiredToken=true
              tvsim settings show
            """,
        subcommands: [Show.self, Set.self, Reset.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the settings.",
            discussion: """
                EXAMPLE:
                  tvsim settings show --format json
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let selected = try device.open()
            try format.print(try selected.settings(), text: try Columns.text(selected.settingsRows()))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes settings in one transaction. Other settings keep their values.",
            discussion: """
                Keys and values are those of a profile's device: platform, region, developer and behaviour. A key with \
                dots reaches into a mapping; 'tvsim settings show' prints them all.

                EXAMPLE:
                  tvsim settings set platform=tvOS behaviour.signedOut=emptyMetadata
                """)

        @Argument(help: "A setting, as KEY=VALUE.", completion: Completions.settingsPairs)
        var settings: [String]
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.settings(settings)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Resets all settings to those of the device's profile.",
            discussion: """
                EXAMPLE:
                  tvsim settings reset
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetSettings) }
    }
}
