import ArgumentParser
import TVSimWorld

/// `tvsim clock`: the simulated clock.
struct Clock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "The simulated clock, which the device, the providers and the service share.",
        discussion: """
            EXAMPLE:
              tvsim clock advance 31d
              tvsim clock show
            """,
        subcommands: [Show.self, Set.self, Advance.self, Follow.self, Freeze.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the simulated time.",
            discussion: """
                EXAMPLE:
                  tvsim clock show
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().clock()
            try format.print(listing, text: "\(listing.now)  \(listing.mode)")
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Sets the clock.",
            discussion: """
                EXAMPLE:
                  tvsim clock set 2026-02-01T00:00:00Z
                """)

        @Argument(help: "The instant, in ISO 8601 and UTC.")
        var instant: String
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.setClock(try CommandArguments.moment(instant))) }
    }

    struct Advance: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "advance",
            abstract: "Moves the clock forward. 'clock set' can also move it back.",
            discussion: """
                EXAMPLE:
                  tvsim clock advance 31d
                """)

        @Argument(help: "The duration, such as 90s, 15m, 12h or 30d.")
        var duration: String
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.advanceClock(seconds: try CommandArguments.step(duration))) }
    }

    struct Follow: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "follow",
            abstract: "Makes the clock follow the real time.",
            discussion: """
                EXAMPLE:
                  tvsim clock follow
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.followClock) }
    }

    struct Freeze: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "freeze",
            abstract: "Stops the clock at its current time.",
            discussion: """
                EXAMPLE:
                  tvsim clock freeze
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.freezeClock) }
    }
}
