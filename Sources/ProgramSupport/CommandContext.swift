import Foundation

/// What a command of the command line reads from and writes to: its arguments, environment and standard streams.
///
/// The program uses those of its process. A test gives a command its own, and runs it without starting a program.
package struct CommandContext: Sendable {
    /// The context of the command that runs in the present task.
    @TaskLocal package static var current = CommandContext()

    /// The words of the command line, without the program's name.
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
