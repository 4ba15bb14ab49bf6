import ArgumentParser
import TVSimulator

/// `tvsim provider`: the providers that Apple's picker knows.
struct Provider: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "The TV providers that the system's picker knows.",
        discussion: """
            EXAMPLE:
              tvsim provider list
              tvsim provider show Cablevision
            """,
        subcommands: [List.self, Show.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Prints the providers, in the picker's order.",
            discussion: """
                EXAMPLE:
                  tvsim provider list --format json
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().providers()
            try format.print(
                listing, text: Columns.text(listing.providers.map { [$0.id, $0.boarding, $0.displayName] }))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints one provider and its subscribers.",
            discussion: """
                EXAMPLE:
                  tvsim provider show Cablevision
                """)

        @Argument(help: "The provider's key.")
        var id: String
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let provider = try device.open().provider(id)
            var rows = [
                ["id", provider.id], ["displayName", provider.displayName], ["boarding", provider.boarding],
                ["defect", provider.defect ?? "none"], ["schemes", provider.schemes?.joined(separator: ", ") ?? ""],
            ]
            rows += Self.rows(provider.apiResponse, of: "apiResponse")
            for subscriber in provider.subscribers ?? [] {
                let entitlements = subscriber.entitlements.joined(separator: ", ")
                rows.append(["subscriber", subscriber.name + (entitlements.isEmpty ? "" : " (\(entitlements))")])
                rows += Self.rows(subscriber.apiResponse, of: "\(subscriber.name) apiResponse")
            }
            try format.print(provider, text: Columns.text(rows))
        }

        private static func rows(_ answer: ProviderListing.APIAnswer?, of title: String) -> [[String]] {
            [("status", answer?.status), ("body", answer?.body)].compactMap { key, value in
                value.map { ["\(title).\(key)", $0] }
            }
        }
    }
}
