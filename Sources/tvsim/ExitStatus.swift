import ArgumentParser
import Foundation
import ProgramSupport
import SimulatedWorld
import StateStorage
import StructuredText

/// Turns errors into one line and an exit status: the only file that does.
enum ExitStatus {
    static let checkFailed = ExitCode(1)
    static let usage: Int32 = 64
    static let internalError: Int32 = 70

    /// Says what was wrong where something else is looked at before the process ends.
    static func tell(_ error: any Error) {
        if let trouble = Trouble(error) { Trouble.tell(trouble.sentence) }
    }

    /// Says what was wrong.
    ///
    /// - Returns: The exit status that means it.
    static func report(_ error: any Error) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        if let trouble = Trouble(error) {
            tell(error)
            return trouble.kind.exitStatus
        }
        let code = Tvsim.exitCode(for: error).rawValue
        if code == 0, let mistake = unaskedHelp {
            Trouble.tell("\(mistake) (see '\(helpCommand) --help')")
            return usage
        }
        if code == 0 {
            // Help and version are not errors.
            let columns = CommandContext.current.environment["COLUMNS"].flatMap { Int($0) }
            do { try Output.write(Tvsim.fullMessage(for: error, columns: columns) + "\n") } catch {
                return report(error)
            }
            return 0
        }
        if code == ExitCode.validationFailure.rawValue {
            let message =
                unknownCommand ?? stepBack ?? Tvsim.message(for: error).replacingOccurrences(of: "\n", with: " ")
            Trouble.tell(
                "\(message.hasSuffix(".") ? String(message.dropLast()) : message) (see '\(helpCommand) --help')")
            return usage
        }
        Trouble.tell("something went wrong inside tvsim: \(Tvsim.message(for: error))")
        return internalError
    }

    /// What is wrong where a word stands in the place of a command and is none; `nil`: something else is.
    private static var unknownCommand: String? {
        var commands = Tvsim.configuration.subcommands
        for argument in CommandContext.current.arguments {
            if argument == "help", commands.count > 1 { continue }
            guard !commands.isEmpty, !argument.hasPrefix("-") else { return nil }
            guard let command = commands.first(where: { names(of: $0).contains(argument) }) else {
                return CommandError(
                    .invalid, "there is no command '\(argument)'",
                    suggestion: Suggestion.closest(to: argument, among: commands.flatMap(names))
                ).description
            }
            commands = command.configuration.subcommands
        }
        return nil
    }

    /// What is wrong where help is told to somebody who has not asked for it; `nil`: it was asked for, or a noun stands
    /// alone, whose verbs it tells.
    ///
    /// The parser takes a word with one hyphen for several short options, of which `h` is one.
    private static var unaskedHelp: String? {
        let arguments = CommandContext.current.arguments
        let isAsked = arguments.prefix { $0 != "--" }.contains { argument in
            ["-h", "-help", "--help", "--help-hidden", "--version", "--experimental-dump-help"].contains(argument)
                || argument.hasPrefix("--generate-completion-script") || argument.hasPrefix("---completion")
        }
        guard !isAsked else { return nil }
        if let known = unknownCommand ?? stepBack { return known }
        return arguments.first { $0.hasPrefix("-") && $0.count > 2 }.map {
            "there is no option '\($0)'; what begins with a hyphen is given behind '--'"
        }
    }

    /// What is wrong where the clock is to go back: the parser takes the duration for an option; `nil`: something else is.
    private static var stepBack: String? {
        let arguments = CommandContext.current.arguments
        guard arguments.starts(with: ["clock", "advance"]) else { return nil }
        return arguments.first { CommandArguments.isBackwards($0) }.map { CommandArguments.stepBack($0).description }
    }

    /// The part of the command line that names the command whose help would tell more.
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

/// Writes to standard output, to the end or with an error.
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
