import ArgumentParser
import SimulatedWorld

/// `tvsim fault`: simulated failures.
struct Fault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Typed faults: what is to go wrong, after how many successes, how often.",
        discussion: """
            EXAMPLE:
              tvsim fault add accountManager.enqueue serviceTemporarilyUnavailable --times 2
              tvsim fault catalog
            """,
        subcommands: [Catalog.self, List.self, Add.self, Clear.self])

    struct Catalog: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "catalog",
            abstract: "Prints every operation and how it can fail.",
            discussion: """
                EXAMPLE:
                  tvsim fault catalog --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = FaultCatalogListing()
            let blocks = listing.operations.map { operation in
                "\(operation.operation)\n  \(operation.summary)\n  \(operation.errors.joined(separator: ", "))"
            }
            try format.print(listing, text: blocks.joined(separator: "\n"))
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Prints the faults, with what is left of each.",
            discussion: """
                EXAMPLE:
                  tvsim fault list
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().faults()
            let rows = listing.faults.map { fault in
                [fault.at, fault.error, "after \(fault.after)", fault.times.map { "times \($0)" } ?? "until cleared"]
            }
            try format.print(listing, text: rows.isEmpty ? "no faults" : Columns.text(rows))
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a fault behind the others.",
            discussion: """
                EXAMPLE:
                  tvsim fault add service.configuration 503 --times 1
                """)

        @Argument(help: "The operation; 'tvsim fault catalog' prints them.")
        var operation: String
        @Argument(help: "How it fails.")
        var error: String
        @Option(parsing: .unconditional, help: "How many operations fail; without it all, until cleared.")
        var times: Int?
        @Option(parsing: .unconditional, help: "How many operations still succeed before.")
        var after = 0
        @OptionGroup var device: DeviceOption

        func run() throws {
            try device.perform(
                try CommandArguments.fault(operation: operation, error: error, after: after, times: times))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Removes all faults.",
            discussion: """
                EXAMPLE:
                  tvsim fault clear
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.clearFaults) }
    }
}
