import ArgumentParser
import Foundation
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// Converts errors to one line on standard error and an exit status.
enum ExitStatus {
    static let checkFailed = ExitCode(1)
    static let usage: Int32 = 64
    static let internalError: Int32 = 70

    /// Prints an error when the command continues after it.
    static func tell(_ error: any Error) {
        if let trouble = ProgramError(error) { ProgramError.tell(trouble.sentence) }
    }

    /// Prints an error, or the help or version that the user asked for.
    ///
    /// - Returns: The exit status for the error.
    static func report(_ error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        if let trouble = ProgramError(error) {
            tell(error)
            return trouble.kind.exitStatus
        }
        let code = Tvsim.exitCode(for: error).rawValue
        if code == 0, let mistake = unaskedHelp {
            ProgramError.tell("\(mistake) (see '\(helpCommand) --help')")
            return usage
        }
        if code == 0 {
            // Help and version are not errors.
            let columns = CommandContext.current.environment["COLUMNS"].flatMap { Int($0) }
            do {
                try Output.write(CompletionScript.changed(Tvsim.fullMessage(for: error, columns: columns)) + "\n")
            } catch {
                return report(error)
            }
            return 0
        }
        if code == ExitCode.validationFailure.rawValue {
            let message =
                unknownCommand ?? stepBack ?? jsonOption(error)
                ?? Tvsim.message(for: error).replacingOccurrences(of: "\n", with: " ")
            ProgramError.tell(
                "\(message.hasSuffix(".") ? String(message.dropLast()) : message) (see '\(helpCommand) --help')")
            return usage
        }
        ProgramError.tell("internal error: \(Tvsim.message(for: error))")
        return internalError
    }

    /// The error message for an unknown command name; `nil` if the command name is not the error.
    private static var unknownCommand: String? {
        var commands = Tvsim.configuration.subcommands
        for argument in CommandContext.current.arguments {
            if argument == "help", commands.count > 1 { continue }
            guard !commands.isEmpty, !argument.hasPrefix("-") else { return nil }
            guard let command = commands.first(where: { names(of: $0).contains(argument) }) else {
                return CommandError(
                    .invalid, "unknown command '\(argument)'",
                    suggestion: OtherTools.word(for: argument, among: commands.map(names))
                        ?? Suggestion.closest(to: argument, among: commands.flatMap(names))
                ).description
            }
            commands = command.configuration.subcommands
        }
        return nil
    }

    /// The error message for the option `--json` of other tools; `nil` for other errors.
    private static func jsonOption(_ error: any Error) -> String? {
        guard CommandContext.current.arguments.prefix(while: { $0 != "--" }).contains("--json"),
            Tvsim.message(for: error).contains("'--json'")
        else { return nil }
        return CommandError(.invalid, "unknown option '--json'", suggestion: "--format json").description
    }

    /// The error message if the parser prints help although the user did not ask for it.
    ///
    /// It is `nil` if the user asked for help, or if a noun without a verb prints its verbs. The parser reads an
    /// argument such as `-1h` as several short options, and one of them is `-h`.
    private static var unaskedHelp: String? {
        let arguments = CommandContext.current.arguments
        let isAsked = arguments.prefix { $0 != "--" }.contains { argument in
            ["-h", "-help", "--help", "--help-hidden", "--version", "--experimental-dump-help"].contains(argument)
                || argument.hasPrefix("--generate-completion-script") || argument.hasPrefix("---completion")
        }
        guard !isAsked else { return nil }
        if let known = unknownCommand ?? stepBack { return known }
        return arguments.first { $0.hasPrefix("-") && $0.count > 2 }.map {
            "unknown option '\($0)'; put arguments that start with a hyphen after '--'"
        }
    }

    /// The error message for `clock advance` with a negative duration; `nil` for other errors.
    ///
    /// The parser reads a negative duration as an option.
    private static var stepBack: String? {
        let arguments = CommandContext.current.arguments
        guard arguments.starts(with: ["clock", "advance"]) else { return nil }
        return arguments.first { CommandArguments.isBackwards($0) }.map { CommandArguments.stepBack($0).description }
    }

    /// The command whose help the error message recommends, for example `tvsim clock advance`.
    private static var helpCommand: String {
        var words = ["tvsim"]
        var commands = Tvsim.configuration.subcommands
        for argument in CommandContext.current.arguments {
            guard let command = commands.first(where: { names(of: $0).contains(argument) }) else { break }
            words.append(argument)
            commands = command.configuration.subcommands
        }
        return words.joined(separator: " ")
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}

/// Writes to standard output, and throws an error if it cannot write everything.
enum Output {
    static func line(_ text: String) throws {
        try write(text + "\n")
    }

    static func write(_ text: String) throws {
        guard !AtomicFile.write(text.utf8, to: CommandContext.current.output) else { return }
        // The reader has ended, as in `tvsim run | head`. It has what it wanted.
        if errno == EPIPE { throw ExitCode(74) }
        throw CommandError(.inputOutput, "standard output cannot be written")
    }
}
