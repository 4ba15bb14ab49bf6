import Foundation
import ProgramSupport
import SimulatedWorld

/// The server, which is a program of its own so that a short command does not load one.
enum ServerProgram {
    /// Replaces this process by the server.
    ///
    /// - Parameters:
    ///   - launch: What is to be served.
    ///   - count: How many of the last arguments of this process are a command that runs beside the server. They are passed on
    ///     as bytes, since they need not be UTF-8.
    /// - Throws: `CommandError` when the program is missing or cannot be started.
    static func replaceProcess(_ launch: ServerLaunch, runningLast count: Int = 0) throws -> Never {
        let program = try path()
        let own = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        let arguments = [strdup(ServerLaunch.program), strdup(try launch.argument())] + own.suffix(count) + [nil]
        execv(program, arguments)
        throw CommandError(.unavailable, "'\(program)' cannot be started: \(String(cString: strerror(errno)))")
    }

    /// Returns its path: beside this program, which may have been started through a link.
    private static func path() throws -> String {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(fileURLWithPath: own ?? CommandLine.arguments[0]).deletingLastPathComponent()
        let program = folder.appending(path: ServerLaunch.program).path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw CommandError(
                .unavailable, "'\(program)' is not there: the server is a program of its own, installed beside tvsim")
        }
        return program
    }
}
