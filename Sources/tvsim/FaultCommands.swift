import ArgumentParser
import SimulatedWorld

/// `tvsim fault`: simulated failures.
struct Fault: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Simulated failures of single operations: which error, after how many successes, how often.",
        discussion: """
            EXAMPLE:
              tvsim fault add accountManager.enqueue serviceTemporarilyUnavailable --times 2
              tvsim fault catalog
            """,
        subcommands: [Catalog.self, List.self, Add.self, Clear.self])

    struct Catalog: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "catalog",
            abstract: "Lists the operations and their possible errors.",
            discussion: """
                EXAMPLE:
                  tvsim fault catalog --operation service.sessions
                  tvsim fault catalog --contains timeout --format json
                """)

        @Option(help: "Lists only the operation of this name.")
        var operation: String?
        @Option(
            help: ArgumentHelp(
                "Lists only operations with this text in their name, their summary or an error.", valueName: "text"))
        var contains: String?
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try FaultCatalogListing(operation: operation, contains: contains)
            let blocks = listing.operations.map { operation in
                "\(operation.operation)\n  \(operation.summary)\n  \(operation.errors.joined(separator: ", "))"
            }
            try format.print(listing, text: blocks.isEmpty ? "no operations" : blocks.joined(separator: "\n"))
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the faults with their remaining counts.",
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
            abstract: "Adds a fault after the existing ones.",
            discussion: """
                EXAMPLE:
                  tvsim fault add service.configuration 503 --times 1
                """)

        @Argument(help: "The operation. 'tvsim fault catalog' lists the operations.")
        var operation: String
        @Argument(help: "The error of the operation.")
        var error: String
        @Option(parsing: .unconditional, help: "The number of failures. Default: until the fault is cleared.")
        var times: Int?
        @Option(parsing: .unconditional, help: "The number of successes before the first failure.")
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
