import ArgumentParser
import TVSimDevice
import TVSimStructuredText
import TVSimWorld

/// `tvsim account`: the TV provider account that is signed in at system level.
struct Account: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "The TV provider account that is signed in at system level.",
        discussion: """
            EXAMPLE:
              tvsim account sign-in Cablevision --as alice --expires +30d
              tvsim account show
            """,
        subcommands: [Show.self, SignIn.self, SignOut.self, Expire.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the account.",
            discussion: """
                EXAMPLE:
                  tvsim account show --format json
                """)

        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let listing = try device.open().account()
            try format.print(listing, text: listing.account.map(Account.text) ?? "no user is signed in")
        }
    }

    struct SignIn: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in",
            abstract: "Signs in with a TV provider, and replaces the current account.",
            discussion: """
                EXAMPLE:
                  tvsim account sign-in Cablevision --as alice --expires +30d
                  tvsim account sign-in Dish --grant com.example.stream
                """)

        @Argument(help: "The provider's key. 'tvsim provider list' prints the keys.", completion: Completions.providers)
        var provider: String
        @Option(
            name: .customLong("as"), help: "The subscriber's key. Default: the provider's first subscriber.",
            completion: Completions.subscribers)
        var subscriber: String?
        @Option(
            parsing: .unconditional,
            help: "When the authentication expires: an instant, an offset such as +30d, or never.")
        var expires = SystemAccount.defaultExpiry.description
        @Option(help: "An app that gets access to the account with the sign-in.", completion: Completions.apps)
        var grant: String?
        @OptionGroup var device: DeviceOption

        func run() throws {
            let expires = try CommandArguments.instant(expires)
            let selected = try device.open()
            let subscriber = try subscriber ?? selected.defaultSubscriber(of: provider)
            try selected.performAndTell(
                .signIn(provider: provider, subscriber: subscriber, expires: expires, grant: grant), naming: grant)
        }
    }

    struct SignOut: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-out",
            abstract: "Signs out. Permissions do not change.",
            discussion: """
                EXAMPLE:
                  tvsim account sign-out
                """,
            aliases: ["remove-provider"])

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.signOut) }
    }

    struct Expire: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "expire",
            abstract: "Expires the authentication now. The account stays on the device.",
            discussion: """
                EXAMPLE:
                  tvsim account expire
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.perform(.expireAccount) }
    }

    static func text(_ account: AccountListing.Account) -> String {
        "\(account.provider)  \(account.subscriber)  \(account.expired ? "expired" : "expires") \(account.expires)"
    }
}
