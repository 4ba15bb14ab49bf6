import ArgumentParser
import Foundation
import TVSimStructuredText
import TVSimWorld

/// `tvsim fault`: simulated failures.
struct FaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Simulated failures of single operations: which error, after how many successes, how often.",
        discussion: """
            EXAMPLE:
              tvsim fault add accountManager.enqueue serviceTemporarilyUnavailable --times 2
              tvsim fault catalog
            """,
        subcommands: [Catalog.self, List.self, Add.self, Remove.self, Clear.self])

    struct Catalog: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "catalog",
            abstract: "Lists the operations and their possible errors.",
            discussion: """
                EXAMPLE:
                  tvsim fault catalog --operation service.sessions
                  tvsim fault catalog --contains timeout --format json
                """)

        @Option(help: "Lists only the operation of this name.", completion: Completions.operations)
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
                [
                    "\(fault.id)", fault.at, fault.words, "after \(fault.after)",
                    fault.times.map { "times \($0)" } ?? "until cleared",
                ]
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
                  tvsim fault add service.authorize --delay 8s --only mvpd=Dish
                  tvsim fault add service.configuration --status 503 --header Retry-After=30 --times 1
                  tvsim fault add service.profiles --adds '{"news": true}' --probability 0.5
                """)

        @Argument(
            help: "The operation. 'tvsim fault catalog' lists the operations.", completion: Completions.operations)
        var operation: String
        @Argument(
            help: "The error of the operation. Default: none, if an option changes the answer.",
            completion: Completions.faultErrors)
        var error: String?
        @Option(parsing: .unconditional, help: "The number of failures. Default: until the fault is cleared.")
        var times: Int?
        @Option(parsing: .unconditional, help: "The number of successes before the first failure.")
        var after = 0
        @Option(help: "How long the answer is held back, such as 8s.")
        var delay: String?
        @Option(
            help:
                "A fact of the operations that match, as KEY=VALUE: mvpd, app, requestor, resource, device or subscriber.",
            completion: Completions.faultFacts)
        var only: [String] = []
        @Option(help: "A header field that the answer gets, as NAME=VALUE, or as HTTP writes it: 'NAME: VALUE'.")
        var header: [String] = []
        @Option(help: "The status of an answer that a proxy gives instead of the service.")
        var status: Int?
        @Option(help: "The body of that answer.")
        var body: String?
        @Option(help: "The media type of that answer.")
        var contentType: String?
        @Option(help: "Members that a good JSON answer gets, as a JSON object.")
        var adds: String?
        @Option(help: "The probability from 0 to 1 that a matching operation fails.")
        var probability: Double?
        @OptionGroup var device: DeviceOption

        func run() throws {
            try device.perform(
                try CommandArguments.fault(
                    operation: operation, error: error, after: after, times: times, further: try further()))
        }

        /// The keys of the options that have a notation of their own.
        private func further() throws -> Members {
            var keys: Members = [:]
            keys["delay"] = delay.map(JSONValue.string)
            keys["only"] = try pairs(only, "--only")
            keys["headers"] = try pairs(header, "--header") { $0 == "=" || $0 == ":" }
            keys["status"] = status.map { .integer(Int64($0)) }
            keys["body"] = body.map(JSONValue.string)
            keys["contentType"] = contentType.map(JSONValue.string)
            keys["probability"] = probability.map(JSONValue.number)
            if let adds {
                do throws(SourceError) {
                    keys["adds"] = try JSONReader.value(of: adds)
                } catch {
                    throw CommandError(.invalid, "invalid --adds: expected a JSON object: \(error.placedReason)")
                }
            }
            return keys
        }

        /// Reads pairs of a name and a value.
        ///
        /// The name of a header field contains neither an equals sign nor a colon.
        private func pairs(
            _ texts: [String], _ option: String, endOfName: (Character) -> Bool = { $0 == "=" }
        ) throws -> JSONValue? {
            guard !texts.isEmpty else { return nil }
            var pairs: Members = [:]
            for text in texts {
                guard let end = text.firstIndex(where: endOfName) else {
                    throw CommandError(.invalid, "invalid \(option) '\(text)': expected NAME=VALUE")
                }
                let name = String(text[..<end])
                guard pairs[name] == nil else {
                    throw CommandError(.invalid, "duplicate \(option) '\(name)': a fault has one value for each name")
                }
                let value = text[text.index(after: end)...]
                // HTTP allows white space after the colon (RFC 9110, 5.5).
                pairs[name] = .string(String(text[end] == ":" ? value.drop { $0 == " " || $0 == "\t" } : value))
            }
            return .object(pairs)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes one fault; the others stay as they are.",
            discussion: """
                The number is the first column of 'fault list'. The fault may have been removed before.

                EXAMPLE:
                  tvsim fault remove 3
                """)

        @Argument(help: "The number of the fault.")
        var id: Int
        @OptionGroup var device: DeviceOption

        func run() throws {
            guard id >= 1 else { throw CommandError(.invalid, "invalid number '\(id)': faults have numbers from 1") }
            try device.perform(.removeFault(id))
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
