import ArgumentParser
import TVSimRules
import TVSimScenario

/// `tvsim serve`: serves the simulated world over HTTP.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the entitlement service and the admin API over HTTP until a signal stops it.",
        discussion: """
            The first line of output is a JSON object with 'url' and 'admin', printed when the server accepts requests.
            With --tls, 'certificateAuthority' is the file of the certificate (PEM) that clients must trust.
            The server uses the same device as all other commands; with --profile it uses a world in memory.
            Isolated worlds have paths under /s/NAME/. A device keeps them, and other commands name them DEVICE/NAME.
            Without a device they are in memory.
            Any number of servers can share one database.
            In the world of the device itself, the access prompt, the picker and the sign-in page wait for a person, who \
            answers on the page /_sim, until 'viewer' has a script. In isolated worlds, with exec, and with \
            --until-stdin-closes, they are closed at once.

            EXAMPLE:
              tvsim serve --port 0 --locator tvsim.json
              tvsim serve --profile Profiles/granted-signed-in.yaml
              tvsim serve --tls --tls-name sp.auth.adobe.com
            """)

    @Option(help: "Serves a world in memory that is created from this profile.", completion: Completions.profile)
    var profile: String?
    @Option(
        help: ArgumentHelp(
            "Serves the world of this store: a file, 'postgres://USER@HOST:PORT/DATABASE', or 'memory:'. "
                + "Default: TVSIM_STORE.", valueName: "address"))
    var store: String?
    @Option(
        help: "Writes url, admin and pid to this file, and deletes the file when the server stops.",
        completion: Completions.file)
    var locator: String?
    @OptionGroup var listening: ListeningOptions
    @OptionGroup var worlds: WorldOptions
    @Flag(help: "Stops the server when standard input ends, so that it does not outlive the program that started it.")
    var untilStdinCloses = false
    @OptionGroup var encryption: EncryptionOptions
    @OptionGroup var device: DeviceOption

    func validate() throws {
        guard profile == nil || device.name == nil else {
            throw ValidationError("--profile and --device cannot be used together")
        }
        guard profile == nil || store == nil else {
            throw ValidationError("--profile and --store cannot be used together")
        }
        guard locator != "-" else {
            throw ValidationError("--locator requires a file name; the first line of output contains the same data")
        }
    }

    func run() throws {
        var launch = ServerLaunch()
        launch.device = device.name
        launch.store = store
        launch.profile = profile
        try listening.apply(to: &launch, standardPort: ServerLaunch.defaultPort)
        try worlds.apply(to: &launch, keepingWorlds: profile == nil, mode: .open)
        launch.endsWithInput = untilStdinCloses
        launch.locator = locator
        launch.tlsNames = encryption.names
        try ServerStart.replaceProcess(launch, secret: try listening.secret())
    }
}

/// Whether a server uses TLS, and the names in its certificate.
struct EncryptionOptions: ParsableArguments {
    @Flag(
        help: """
            Uses TLS. The first such server creates a local authority, which signs all certificates; with exec, \
            TVSIM_CA is the path of the certificate to trust.
            """)
    var tls = false
    @Option(
        help: ArgumentHelp(
            "A host name that the certificate is also valid for, such as sp.auth.adobe.com or the name of a service in "
                + "a compose file. Can be repeated.", valueName: "name"))
    var tlsName: [String] = []

    /// The additional names of the certificate; `nil` without TLS.
    var names: [String]? { tls ? tlsName : nil }

    func validate() throws {
        guard tls || tlsName.isEmpty else { throw ValidationError("--tls-name requires --tls") }
        for name in tlsName where !Self.isHostName(name) {
            throw ValidationError(
                "invalid host name '\(name)': expected letters, digits, '-' and '_', with dots between")
        }
    }

    private static func isHostName(_ name: String) -> Bool {
        name.utf8.count <= 253 && name.wholeMatch(of: /[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*/) != nil
    }
}

/// `tvsim exec`: runs a command with a server beside it.
struct Exec: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Starts a server, runs a command, and exits with the command's status.",
        discussion: """
            The environment of the command has TVSIM_URL, TVSIM_ADMIN_URL and TVSIM_DEVICE, and TVSIM_ADMIN_TOKEN if the \
            admin API has a secret. With --fresh or --profile, the device is created for the command and deleted when \
            the command ends. Otherwise the command uses the same device as all other commands, and leaves its clock \
            and permissions to the next one.

            If the command fails, --keep-on-failure writes the journal (journal.txt, journal.json) and the export \
            (device.json) of each world into a folder. --report writes one page of all worlds in any case.

            With --rules, --fail-on or a --report of the rules, the requests of all worlds are judged by the vendors' \
            rules about clients when the command has ended ('tvsim rules list' prints the rules). FILE:FORMAT chooses \
            the format of a report, and else the end of the file's name: .txt, .json, .xml (junit), .md or .tap are \
            reports of the rules, .html is the page and .har the requests of all worlds. Any other gives text with \
            --rules and the page with --report. '-' is standard output: --report -:github.

            With --matrix, the command runs once in each situation of the profile's matrix, with a server and a device \
            of its own. TVSIM_SITUATION is the name of the situation. The exit status is 1 if one of them failed. \
            --report writes a case for each situation. With --rules or --fail-on each situation is judged, and one \
            report names the situation of each finding.

            EXAMPLE:
              tvsim exec --fresh --keep-on-failure failed -- pytest
              tvsim exec --fresh --report report.html -- pytest
              tvsim exec --matrix profile.yaml --jobs 2 --junit situations.xml -- pytest -q
              tvsim exec --profile Profiles/granted-signed-in.yaml -- npm test
              tvsim exec --fresh --rules rules.txt --fail-on mandatory -- pytest
              tvsim exec --fresh --fail-on mandatory --report -:github --report rules.json:gitlab -- pytest
              tvsim exec -- sh -c 'curl -s "$TVSIM_ADMIN_URL/health"'
            """)

    @Option(help: "Creates a device from this profile, only for this command.", completion: Completions.profile)
    var profile: String?
    @Flag(help: "Creates a device of the built-in profile, only for this command.")
    var fresh = false
    @Option(
        help: ArgumentHelp(
            "Runs the command in each situation of this profile's matrix.", valueName: "profile"),
        completion: Completions.profile)
    var matrix: String?
    @Option(help: "The number of situations that run at the same time. Default: 1.")
    var jobs: Int?
    @Option(
        help: ArgumentHelp(
            "Writes a JUnit report with a case for each situation, as '--report FILE:junit'.", valueName: "file"),
        completion: Completions.file)
    var junit: String?
    @Option(
        help: ArgumentHelp(
            "Writes the journals and states of all worlds into this folder if the command fails.",
            valueName: "folder"), completion: Completions.file)
    var keepOnFailure: String?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Writes a report about the rules of clients alone into this file, or FILE:FORMAT. Can be repeated.",
            valueName: "file"), completion: Completions.file)
    var rules: [String] = []
    @Option(help: "Fails (1) if a rule of this severity, or of a higher one, is broken.")
    var failOn: Rule.Severity?
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Writes a report into this file, or FILE:FORMAT: with html and har what happened in all worlds, else what \
            came of the rules of clients. Can be repeated.
            """, valueName: "file"), completion: Completions.file)
    var report: [String] = []
    @OptionGroup var listening: ListeningOptions
    @OptionGroup var worlds: WorldOptions
    @Flag(help: .hidden)
    var copyState = false
    @OptionGroup var encryption: EncryptionOptions
    @OptionGroup var device: DeviceOption
    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        guard profile == nil || device.name == nil else {
            throw ValidationError("--profile and --device cannot be used together")
        }
        guard !fresh || device.name == nil else {
            throw ValidationError("--fresh and --device cannot be used together")
        }
        guard matrix == nil || profile == nil && !fresh && device.name == nil else {
            throw ValidationError("--matrix cannot be used together with --profile, --fresh or --device")
        }
        guard matrix == nil || [nil, "0"].contains(listening.port) else {
            throw ValidationError("--matrix cannot be used together with --port: each situation has a server")
        }
        guard matrix != nil || jobs == nil && junit == nil else {
            throw ValidationError("--jobs and --junit require --matrix")
        }
        guard (1...256).contains(jobs ?? 1) else { throw ValidationError("--jobs must be from 1 to 256") }
        guard matrix != "-", junit != "-" else {
            throw ValidationError("--matrix and --junit require the name of a file")
        }
        guard keepOnFailure?.isEmpty != true, keepOnFailure != "-" else {
            throw ValidationError("--keep-on-failure requires the name of a folder")
        }
        try validateReports()
        guard !command.isEmpty else { throw ValidationError("missing command after '--'") }
    }

    func run() throws {
        var launch = ServerLaunch()
        launch.device = device.name
        launch.profile = matrix ?? profile
        launch.matrix = matrix.map { _ in MatrixLaunch(jobs: jobs ?? 1) }
        launch.isFresh = fresh
        launch.failureFolder = keepOnFailure
        try applyReports(to: &launch)
        try listening.apply(to: &launch, standardPort: 0)
        try worlds.apply(to: &launch, keepingWorlds: false, mode: .auto)
        launch.copiesState = copyState
        launch.tlsNames = encryption.names
        try ServerStart.replaceProcess(launch, secret: try listening.secret(), runningLast: command.count)
    }
}
