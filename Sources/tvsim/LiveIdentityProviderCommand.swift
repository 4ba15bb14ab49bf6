import ArgumentParser
import TVSimReports
import TVSimScenario
import TVSimStructuredText

extension LiveCommand {
    struct IdentityProvider: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "idp",
            abstract: "Tests an identity provider: its metadata, its answers to requests, and those after sign-ins.",
            discussion: """
                It plays a service provider, whose metadata are in service-provider.xml of the folder of keys. The \
                configuration says in 'signIn' how a user signs in. The password stands in a variable of the environment.

                Exit status: as that of 'tvsim live sp'. Only Adobe decides about an onboarding.

                EXAMPLE:
                  tvsim live idp --config idp.yaml --report onboarding.html
                  tvsim live idp --keys live-keys --metadata idp.xml --no-sign-in
                  tvsim live idp --config idp.yaml --only signIn --skip logoutAnswer
                """)

        @Option(help: "The configuration (YAML); options win.", completion: Completions.file)
        var config: String?
        @Option(help: "The folder of keys.", completion: Completions.file)
        var keys: String?
        @Option(help: "The metadata: a file or an address.", completion: Completions.file)
        var metadata: String?
        @Option(help: "How the party's people reach you, such as a mail address. Necessary outside of this machine.")
        var contact: String?
        @Flag(help: "Signs no user in: examines the metadata and the answers to requests only.")
        var noSignIn = false
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Examines only these cases: a name, a requirement, @known, or metadata, requests, logoutRequests, signIn. "
                    + "Can be repeated.", valueName: "word"))
        var only: [String] = []
        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("Does not examine these cases. Can be repeated.", valueName: "word"))
        var skip: [String] = []
        @Option(
            help: ArgumentHelp(
                "Confirms that the owner of this public host allows the test. Can be repeated.", valueName: "host"))
        var authorizedFor: [String] = []
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
        @Flag(help: "Lists the cases, and sends nothing.")
        var list = false
        @Flag(help: "Prints each case.")
        var verbose = false
        @OptionGroup var form: ReportOptions<CommonForms>

        func validate() throws {
            for (name, value) in [("--timeout", timeout), ("--limit", limit)] where TimeText.duration(value) ?? 0 <= 0 {
                throw ValidationError("invalid \(name) '\(value.onOneLine)': expected a duration such as 10s or 30m")
            }
        }

        func run() throws {
            var live = LiveLaunch(.identityProvider)
            (live.config, live.keys, live.metadata, live.contact) = (config, keys, metadata, contact)
            (live.signsNobodyIn, live.authorizedFor, live.isVerbose) = (noSignIn, authorizedFor, verbose)
            (live.only, live.skip, live.isList) = (only, skip, list)
            live.timeout = TimeText.duration(timeout) ?? live.timeout
            live.limit = TimeText.duration(limit) ?? live.limit
            (live.known, live.writeKnown, live.compare) = (known, writeKnown, compare)
            live.keepMessages = keepMessages
            live.reports = try form.targets(nil)
            try LiveCommand.start(live)
        }
    }
}
