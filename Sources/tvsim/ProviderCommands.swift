import ArgumentParser
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimStructuredText
import TVSimWorld

/// `tvsim provider`: the TV providers of the simulation.
struct ProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "The TV providers: what the system's picker lists, and how they respond.",
        discussion: """
            EXAMPLE:
              tvsim provider list
              tvsim provider set Cablevision defect=expired
            """,
        subcommands: [List.self, Show.self, Set.self, Add.self, Reset.self, EndSessions.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the providers, in the picker's order.",
            discussion: """
                EXAMPLE:
                  tvsim provider list --format json
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listed = try device.open().providers().filter { $0.boarding != .none }
            let json: JSONValue = [
                "providers": .array(
                    listed.map {
                        [
                            "id": .string($0.identifier), "displayName": .string($0.displayName),
                            "boarding": .string($0.boarding.rawValue),
                        ]
                    })
            ]
            try format.print(
                json, text: Columns.text(listed.map { [$0.identifier, $0.boarding.rawValue, $0.displayName] }))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Prints one provider, its subscribers with their passwords, and the service providers that it knows.",
            discussion: """
                EXAMPLE:
                  tvsim provider show Cablevision
                """)

        @Argument(help: "The provider's key.", completion: Completions.providers)
        var id: String
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let provider = try device.open().provider(id)
            try format.print(JSONValue.object(provider.listing), text: Columns.text(provider.rows))
        }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes a provider in one transaction. Other settings keep their values.",
            discussion: """
                Keys and values are those of a provider in a profile: displayName, boarding, defect, schemes, \
                apiResponse, samlResponse, homeNetwork, responsePage, logoutPage, signedElements, strictRequests, \
                requestTolerance, subscribers, serviceProviders, denialText, passwordChange, homeFlag, signInPage, \
                protocol and oauth2.
                Values are YAML or JSON.
                The key subscribers changes only the named subscribers and only their given keys; null removes a \
                subscriber. The keys serviceProviders and signInPage replace all \
                service providers and the whole shape of the pages.

                EXAMPLE:
                  tvsim provider set Cablevision defect=wrongAudience
                  tvsim provider set Dish boarding=pickerOnly displayName='Dish Network'
                  tvsim provider set Cablevision 'subscribers={alice: {entitlements: [REF31]}, bob: null}'
                """)

        @Argument(help: "The provider's key.", completion: Completions.providers)
        var id: String
        @Argument(
            help: "A key and its value, as KEY=VALUE.", completion: Completions.providerPairs)
        var values: [String]
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.provider(id, values)) }
    }

    struct EndSessions: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end-sessions",
            abstract: "Ends a user's sessions at a provider, as after a changed password.",
            discussion: """
                The service learns of it when it next asks the provider for a decision: the decision is then \
                authorization_denied_by_session_invalidated, and the profile is gone. With --notify the service forgets \
                the user's profiles at once, on all devices.

                EXAMPLE:
                  tvsim provider end-sessions Cablevision --as alice
                """)

        @Argument(help: "The provider's key.", completion: Completions.providers)
        var id: String
        @Option(name: .customLong("as"), help: "The user.", completion: Completions.subscribers)
        var subscriber: String
        @Flag(help: "The service learns of it at once.")
        var notify = false
        @OptionGroup var device: DeviceOption

        func run() throws {
            try device.perform(.endSessions(provider: id, subscriber: subscriber, isNotified: notify))
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a provider after the existing ones.",
            discussion: """
                Keys and values are those of 'tvsim provider set'. 'tvsim service set' integrates the provider.

                EXAMPLE:
                  tvsim provider add Acme 'subscribers={ann: {entitlements: [REF30]}}'
                  tvsim service set 'requestors={REF30: {integrations: {Acme: {}}}}'
                """)

        @Argument(help: "The provider's key.", completion: Completions.providers)
        var id: String
        @Argument(
            help: "A key and its value, as KEY=VALUE.", completion: Completions.providerPairs)
        var values: [String] = []
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(try CommandArguments.newProvider(id, values)) }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Resets a provider to the device's profile.",
            discussion: """
                EXAMPLE:
                  tvsim provider reset Cablevision
                """)

        @Argument(help: "The provider's key.", completion: Completions.providers)
        var id: String
        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.resetProvider(id: id)) }
    }
}
