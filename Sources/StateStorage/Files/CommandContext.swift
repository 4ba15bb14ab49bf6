import Foundation

/// The arguments, environment and standard streams of a command of the command line.
///
/// The program uses those of its process. A test sets its own context and runs a command without starting a process.
package struct CommandContext: Sendable {
    /// The context of the command that runs in the current task.
    @TaskLocal package static var current = CommandContext()

    /// The command line's arguments, without the program's name.
    package var arguments = Array(CommandLine.arguments.dropFirst())
    /// The environment variables.
    package var environment = ProcessInfo.processInfo.environment
    /// The file descriptor of standard input.
    package var input = STDIN_FILENO
    /// The file descriptor of standard output.
    package var output = STDOUT_FILENO
    /// The file descriptor of standard error.
    package var error = STDERR_FILENO

    /// Creates the context of the process.
    package init() {}
}
