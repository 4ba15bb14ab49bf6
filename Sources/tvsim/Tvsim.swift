import ArgumentParser
import TVSimulator

/// The command line of the simulator: nouns, then verbs.
@main
struct Tvsim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tvsim",
        abstract: "Simulates TV Everywhere single sign-on, offline and deterministically.",
        discussion: """
            EXAMPLE:
              tvsim run Profiles/granted-signed-in.yaml
              tvsim permission deny com.example.stream

            A command changes the device that --device names, else TVSIM_DEVICE, else 'default'.
            Devices live under TVSIM_HOME, else $XDG_DATA_HOME/tvsim, else ~/.local/share/tvsim.
            Exit status: 0 success, 1 a check failed, 64 usage, 65 malformed input, 66 input not found,
            70 internal error, 73 cannot create output, 74 input/output error.
            """,
        version: "0.1.0",
        subcommands: [
            Run.self, Permission.self, Account.self, Provider.self, Viewer.self, Clock.self, Fault.self, Device.self,
            Explain.self, SAML.self, Profile.self,
        ])

    /// Runs the command that the arguments name; the only place where an error becomes a line and an exit status.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            ExitStatus.exit(with: error)
        }
    }
}
