import ArgumentParser
import ProgramSupport

/// `tvsim serve`: serves the simulated world over HTTP.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves the entitlement service and the admin API over HTTP, until a signal ends it.",
        discussion: """
            The first line of output is one JSON object with 'url' and 'admin', written when requests are taken; with
            --tls it also says in 'certificateAuthority' which certificate (PEM) a client must believe.
            The device that is served is the one that all other commands mean; with --profile it is a world in
            memory. Isolated worlds stand beside it under /s/NAME/: beside a device they are kept, as DEVICE/NAME to all
            other commands, and else in memory.

            EXAMPLE:
              tvsim serve --port 0 --locator tvsim.json
              tvsim serve --profile Profiles/granted-signed-in.yaml
              tvsim serve --tls
            """)

    @Option(help: "Serve a world in memory, made from this profile.")
    var profile: String?
    @Option(help: "The address to listen on.")
    var host = ServerLaunch().host
    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = ServerLaunch.defaultPort
    @Option(help: "Write url, admin and pid into this file, and remove it at the end.")
    var locator: String?
    @Flag(help: "Let other machines reach and change the world.")
    var allowRemote = false
    @Flag(help: "Speak TLS, with a certificate of a local authority that is made with the first such server.")
    var tls = false
    @OptionGroup var device: DeviceOption

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be from 0 to 65535") }
        guard profile == nil || device.name == nil else {
            throw ValidationError("--profile and --device exclude each other")
        }
        guard locator != "-" else {
            throw ValidationError("--locator names a file; the first line of output says the same")
        }
    }

    func run() throws {
        var launch = ServerLaunch()
        launch.device = device.name
        launch.profile = profile
        launch.host = host
        launch.port = port
        launch.locator = locator
        launch.allowsRemote = allowRemote
        launch.speaksTLS = tls
        try ServerProgram.replaceProcess(launch)
    }
}

/// `tvsim exec`: runs a command with a server beside it.
struct Exec: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Runs a command with a server beside it, and exits with the command's status.",
        discussion: """
            The command finds TVSIM_URL, TVSIM_ADMIN_URL and TVSIM_DEVICE in its environment. With --profile the
            device is made for the command and removed afterwards.

            EXAMPLE:
              tvsim exec --profile Profiles/granted-signed-in.yaml -- npm test
              tvsim exec -- sh -c 'curl -s "$TVSIM_ADMIN_URL/health"'
            """)

    @Option(help: "Make a device from this profile, for this command alone.")
    var profile: String?
    @Flag(help: "Speak TLS; TVSIM_CA names the certificate of the authority to believe.")
    var tls = false
    @OptionGroup var device: DeviceOption
    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        guard profile == nil || device.name == nil else {
            throw ValidationError("--profile and --device exclude each other")
        }
        guard !command.isEmpty else { throw ValidationError("a command is needed after '--'") }
    }

    func run() throws {
        var launch = ServerLaunch()
        launch.device = device.name
        launch.profile = profile
        launch.speaksTLS = tls
        try ServerProgram.replaceProcess(launch, runningLast: command.count)
    }
}
