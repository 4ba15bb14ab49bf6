import ArgumentParser
import Foundation
import TVSimScenario
import TVSimStatePostgreSQL
import TVSimStateStorage
import TVSimWorld

/// The command line of the simulator, with commands of the form `tvsim NOUN VERB`.
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

                A command uses the device that --device names. Default: TVSIM_DEVICE, or 'default'.
                Devices are stored in TVSIM_HOME. Default: $XDG_DATA_HOME/tvsim, or ~/.local/share/tvsim.
                TVSIM_STORE selects a store with one device instead: a file or postgres://….
                Exit status: 0 success, 1 a check failed, 64 usage, 65 malformed input, 66 input not found,
                69 service unavailable, 70 internal error, 73 cannot create output, 74 input/output error.
                """,
            version: "\(SimulatorVersion.current)\nbuild \(SimulatorVersion.build)",
            subcommands: Nouns.named(by: CommandContext.current.arguments))
    }

    static func main() async { Foundation.exit(await execute()) }

    /// Runs the command of the current `CommandContext` and reports its error.
    ///
    /// `tvsim serve` and `tvsim exec` replace the process, so they do not return.
    ///
    /// - Returns: The exit status.
    static func execute() async -> Int32 {
        PostgreSQLStateStore.register()
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
        Run.self, Permission.self, Account.self, ProviderCommand.self, Service.self, IntegrationCommand.self,
        Viewer.self,
        Settings.self, App.self,
        Statement.self, Clock.self, FaultCommand.self, MarkCommand.self, JournalCommand.self, DeviceCommand.self,
        Explain.self, Matrix.self,
        CoverageCommand.self, RulesCommand.self, ContractCommand.self, Explore.self, Serve.self, Exec.self,
        LiveCommand.self,
        Health.self,
        ReportCommand.self,
        SAML.self,
        FixturesCommand.self, Token.self,
        ProfileCommand.self,
    ]

    /// Returns the noun that is the first argument, or all nouns if the first argument is not a noun.
    ///
    /// The parser inspects every registered command before it parses arguments, which takes most of a short command's
    /// time. For the same reason, each configuration has an explicit name. To derive a name from a type, the runtime
    /// searches the protocol conformances of the whole program.
    static func named(by arguments: [String]) -> [any ParsableCommand.Type] {
        guard let name = arguments.first, let noun = all.first(where: { $0._commandName == name }) else { return all }
        return [noun]
    }
}
