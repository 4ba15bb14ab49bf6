import Foundation
import TVSimPlatform
import TVSimScenario
import TVSimStructuredText

/// Starts the server, which is a separate program so that short commands do not load its libraries.
enum ServerStart {
    /// Replaces this process by the server, and returns only by an error.
    ///
    /// - Parameters:
    ///   - launch: The options of the server.
    ///   - secret: The secret of the admin API, which is passed on in the environment; `nil` if the API is open.
    ///   - count: The number of arguments at the end of the command line that are the command to run beside the server.
    ///     They are passed on as bytes, because they may be invalid UTF-8.
    /// - Throws: `CommandError` when the program is missing or cannot be started.
    static func replaceProcess(
        _ launch: ServerLaunch, secret: AdminSecret?, runningLast count: Int = 0
    ) throws -> Never {
        let program = try path()
        let own = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        let arguments = [strdup(ServerLaunch.program), strdup(try launch.argument())] + own.suffix(count) + [nil]
        if let secret { setenv(AdminSecret.variable, secret.text, 1) }
        execv(program, arguments)
        throw CommandError(.unavailable, "'\(program)' cannot be started: \(String(cString: strerror(errno)))")
    }

    /// Returns the path of the server's program.
    ///
    /// It is in the directory of this program, even if a symbolic link started this program.
    private static func path() throws -> String {
        let folder = URL(fileURLWithPath: ProgramFile.path ?? CommandLine.arguments[0]).deletingLastPathComponent()
        let program = folder.appending(path: ServerLaunch.program).path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw CommandError(
                .unavailable, "'\(program)' not found: the server is a separate program in the same directory as tvsim")
        }
        return program
    }
}
