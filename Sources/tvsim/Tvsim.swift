import ArgumentParser
import Foundation
import ProgramSupport
import Scenario
import SimulatedWorld

/// The command line of the simulator: nouns, then verbs.
@main
struct Tvsim: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tvsim",
            abstract: "Simulates TV Everywhere single sign-on, offline and deterministically.",
            discussion: """
                EXAMPLE:
                  tvsim run Profiles/granted-signed-in.yaml
                  tvsim permission deny com.example.stream

                A command changes the device that --device names, else TVSIM_DEVICE, else 'default'.
                Devices live under TVSIM_HOME, else $XDG_DATA_HOME/tvsim, else ~/.local/share/tvsim.
                Exit status: 0 success, 1 a check failed, 64 usage, 65 malformed input, 66 input not found,
                69 a needed service is not there, 70 internal error, 73 cannot create output, 74 input/output error.
                """,
            version: SimulatorVersion.current,
            subcommands: Nouns.named(by: CommandContext.current.arguments))
    }

    static func main() async { Foundation.exit(await execute()) }

    /// Runs the command that the context's arguments name; the only place where an error becomes a line and an exit status.
    ///
    /// `tvsim serve` and `tvsim exec` replace the process.
    ///
    /// - Returns: The exit status.
    static func execute() async -> Int32 {
        do {
            var command = try parseAsRoot(CommandContext.current.arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            return ExitStatus.report(error)
        }
    }
}

/// The nouns of the command line.
private enum Nouns {
    private static let all: [any ParsableCommand.Type] = [
        Run.self, Permission.self, Account.self, Provider.self, Integration.self, Viewer.self, Settings.self, App.self,
        Statement.self, Clock.self, Fault.self, Journal.self, Device.self, Explain.self, Serve.self, Exec.self,
        SAML.self,
        FixturesCommand.self, Token.self,
        Profile.self,
    ]

    /// Returns the one noun that the arguments begin with, else all.
    ///
    /// The parser looks at every command it is given before it parses a word, and a short command spends most of its
    /// time there; a noun that is named needs no others beside it. Every command's configuration says its name too: to
    /// make a name out of a type's, the runtime searches the conformances of the whole program.
    static func named(by arguments: [String]) -> [any ParsableCommand.Type] {
        guard let name = arguments.first, let noun = all.first(where: { $0._commandName == name }) else { return all }
        return [noun]
    }
}
