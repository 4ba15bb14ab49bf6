import ArgumentParser
import TVSimReports
import TVSimScenario
import TVSimStructuredText

/// `tvsim live`: tests a party of the user's own.
struct LiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Tests a service provider or an identity provider of your own, and reports what it does wrong.",
        discussion: """
            It plays the identity provider. It learns from valid and from unreadable responses how the party accepts and \
            refuses, and it sends no broken response before the party has proven that it accepts what its key signed.

            EXAMPLE:
              tvsim live keys --output live-keys
              tvsim live sp --config live.yaml --report live.html --report live.json
              tvsim live report live.json --report live.xml
            """,
        subcommands: [ServiceProvider.self, IdentityProvider.self, Keys.self, Schema.self, Report.self])

    /// Replaces this process by the program that contains the client.
    static func start(_ live: LiveLaunch) throws {
        var launch = ServerLaunch()
        launch.live = live
        try ServerStart.replaceProcess(launch, secret: nil)
    }

    struct ServiceProvider: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sp",
            abstract: "Tests a service provider: sends it the SAML responses of the catalogue.",
            discussion: """
                Each response answers a new sign-in, which --start begins. The party needs the metadata file of \
                'tvsim live keys'. Test only what you own, or what its owner allows you to test.

                Exit status: 0 all required cases are as expected or known, 1 some are not, 65 malformed configuration, \
                69 the party cannot be reached, does not prove that it accepts valid responses, or changed, 70 a response \
                of ours is not what its case says.

                EXAMPLE:
                  tvsim live sp --keys live-keys --metadata http://127.0.0.1:8000/saml/metadata \
                --start 'http://127.0.0.1:8000/login?idp={idp}' --probe http://127.0.0.1:8000/me
                  tvsim live sp --config live.yaml --only wrapping,everyAudience --verbose
                """)

        @Option(help: "The configuration (YAML); options win.", completion: Completions.file)
        var config: String?
        @Option(help: "The folder of keys.", completion: Completions.file)
        var keys: String?
        @Option(help: "The metadata: a file or an address.", completion: Completions.file)
        var metadata: String?
        @Option(help: ArgumentHelp("The assertion consumer. Default: that of the metadata.", valueName: "url"))
        var to: String?
        @Option(
            help: ArgumentHelp("The address that begins a sign-in; {idp} is our entity ID.", valueName: "url"))
        var start: String?
        @Option(
            help: ArgumentHelp(
                "An address that shows who is signed in, asked after each response. Strongly recommended.",
                valueName: "url"))
        var probe: String?
        @Option(
            help: ArgumentHelp(
                "The address that signs the user out, and sends a LogoutRequest: its answers are tested too.",
                valueName: "url"))
        var logout: String?
        @Option(help: "How the party's people reach you, such as a mail address. Necessary outside of this machine.")
        var contact: String?
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Sends only these cases: a name, a family, a requirement or @known. Can be repeated.", valueName: "word"
            ))
        var only: [String] = []
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("Does not send these cases. Can be repeated.", valueName: "word"))
        var skip: [String] = []
        @Flag(help: "Ends at the first wrong verdict, after a control.")
        var untilFirst = false
        @Flag(help: "Also sends cases that cost memory, or make a careless parser open addresses.")
        var intrusive = false
        @Option(
            help: ArgumentHelp(
                "Confirms that the owner of this public host allows the test. Can be repeated.", valueName: "host"))
        var authorizedFor: [String] = []
        @Option(help: "The most requests in a second, such as 2/s. Default: no limit on this machine, else 2/s.")
        var rate: String?
        @Option(help: "The most time of a request.")
        var timeout = "10s"
        @Option(help: "The most time of the run.")
        var limit = "30m"
        @Option(help: "The known differences (YAML).", completion: Completions.file)
        var known: String?
        @Option(help: "Writes the wrong verdicts as known differences into this file.", completion: Completions.file)
        var writeKnown: String?
        @Option(help: "An earlier result (JSON) to compare with.", completion: Completions.file)
        var compare: String?
        @Option(
            help: ArgumentHelp(
                "Keeps each message in this new folder, with its tokens and without passwords.", valueName: "dir"),
            completion: Completions.file)
        var keepMessages: String?
        @Flag(help: "Lists what would be sent with the expected verdicts, and sends nothing.")
        var list = false
        @Flag(help: "Prints each case.")
        var verbose = false
        @OptionGroup var form: ReportOptions<CommonForms>

        func validate() throws {
            for (name, value) in [("--timeout", timeout), ("--limit", limit)] where TimeText.duration(value) ?? 0 <= 0 {
                throw ValidationError("invalid \(name) '\(value.onOneLine)': expected a duration such as 10s or 30m")
            }
            guard rate == nil || requestsInSecond != nil else {
                throw ValidationError(
                    "invalid --rate '\(rate?.onOneLine ?? "")': expected a number in a second, such as 2/s")
            }
        }

        private var requestsInSecond: Double? {
            guard let rate, rate.hasSuffix("/s"), let number = Double(rate.dropLast(2)), number > 0, number.isFinite
            else {
                return nil
            }
            return number
        }

        func run() throws {
            var live = LiveLaunch(.serviceProvider)
            (live.config, live.keys, live.metadata, live.to) = (config, keys, metadata, to)
            (live.start, live.probe, live.logout, live.contact) = (start, probe, logout, contact)
            (live.only, live.skip, live.authorizedFor) = (only, skip, authorizedFor)
            (live.endsAtFirst, live.isIntrusive, live.isList, live.isVerbose) = (untilFirst, intrusive, list, verbose)
            (live.rate, live.timeout) = (requestsInSecond, TimeText.duration(timeout) ?? live.timeout)
            live.limit = TimeText.duration(limit) ?? live.limit
            (live.known, live.writeKnown, live.compare) = (known, writeKnown, compare)
            live.keepMessages = keepMessages
            live.reports = try form.targets(nil)
            try LiveCommand.start(live)
        }
    }

    struct Keys: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keys",
            abstract: "Makes keys for tests of live parties, and the metadata file to hand over.",
            discussion: """
                The keys are new, and valid for 30 days. Remove the identity provider from the party's configuration when \
                you are done.

                EXAMPLE:
                  tvsim live keys --output live-keys
                  tvsim live keys --output live-keys --remove
                """)

        @Option(
            help: ArgumentHelp("The folder, which must be new or empty.", valueName: "dir"),
            completion: Completions.file)
        var output: String
        @Flag(help: "Removes the keys of the folder.")
        var remove = false

        func run() throws {
            var live = LiveLaunch(.keys)
            (live.keys, live.removesKeys) = (output, remove)
            try LiveCommand.start(live)
        }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema",
            abstract: "Prints the JSON Schema of the configuration of 'tvsim live'.",
            discussion: """
                EXAMPLE:
                  tvsim live schema > live.schema.json
                """)

        func run() throws { try LiveCommand.start(LiveLaunch(.schema)) }
    }

    struct Report: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "report",
            abstract: "Writes the forms of an earlier result of 'tvsim live'.",
            discussion: """
                EXAMPLE:
                  tvsim live report live.json --compare before.json --format html > live.html
                """)

        @Argument(help: "The result (JSON).", completion: Completions.file)
        var result: String
        @Option(help: "An earlier result (JSON) to compare with.", completion: Completions.file)
        var compare: String?
        @Flag(help: "Prints each case.")
        var verbose = false
        @OptionGroup var form: ReportOptions<CommonForms>

        func run() throws {
            var live = LiveLaunch(.report)
            (live.result, live.compare, live.isVerbose) = (result, compare, verbose)
            live.reports = try form.targets(nil)
            try LiveCommand.start(live)
        }
    }
}
