import Foundation
import TVSimServer

/// A child process that shares this process's streams, process group and terminal.
///
/// Foundation's `Process` creates a new process group. Reading from the terminal would stop a process in that group.
struct ChildProcess: Sendable {
    /// The error for a program that cannot be started.
    struct CannotStart: Error {
        let sentence: String
        /// The exit status that a shell would use: 127 if the program is missing, 126 if it cannot be executed.
        let exitStatus: Int32
    }

    private let identifier: pid_t

    /// Starts a command with the signal settings and open files that this process had at its start.
    ///
    /// - Parameters:
    ///   - command: The program, which is searched in `PATH`, and its arguments.
    ///   - environment: The environment variables.
    ///   - inheritance: The state of this process at its start.
    ///   - output: The descriptor that receives both output streams, while standard input is empty; `nil` to share the
    ///     three streams of this process.
    /// - Throws: ``CannotStart`` when the program is missing or cannot be executed.
    init(
        _ command: [SystemText], environment: [SystemText], inheriting inheritance: ProcessState,
        writingTo output: Int32? = nil
    ) throws(CannotStart) {
        var attributes = Self.attributes(ignoring: inheritance.ignoredSignals)
        defer { posix_spawnattr_destroy(&attributes) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }
        inheritance.withholdFiles()
        var identifier = pid_t()
        func start(_ command: [SystemText]) -> Int32 {
            SystemText.withPointers(command) { arguments in
                SystemText.withPointers(environment) { variables in
                    guard let program = arguments[0] else { return ENOENT }
                    return OpenFiles.withLimit(inheritance.files) {
                        posix_spawnp(&identifier, program, &actions, &attributes, arguments, variables)
                    }
                }
            }
        }
        let isFile = command[0].isPathOfFile
        var failure = start(command)
        // A script without an interpreter line is run by the shell, as by `execvp` (POSIX).
        if failure == ENOEXEC, isFile { failure = start([SystemText("/bin/sh")] + command) }
        guard failure == 0 else { throw Self.refusal(of: command[0], failure, isFile: isFile) }
        self.identifier = identifier
    }

    private static func refusal(of name: SystemText, _ failure: Int32, isFile: Bool) -> CannotStart {
        let reason =
            switch failure {
            case ENOENT where isFile: "its interpreter is missing"
            case ENOENT: "program not found"
            default: String(cString: strerror(failure))
            }
        return CannotStart(
            sentence: "'\(name)' cannot be started: \(reason)", exitStatus: failure == ENOENT && !isFile ? 127 : 126)
    }

    /// Returns attributes that restore the signals, because a child inherits blocked and ignored signals.
    private static func attributes(ignoring ignored: Set<Int32>) -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigfillset(&signals)
        for signal in ignored.union([SIGKILL, SIGSTOP]) { sigdelset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        return attributes
    }

    /// Sends a signal; this has no effect after the process has ended.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end of the process on a separate thread.
    ///
    /// - Returns: The exit status, or 128 plus the signal that ended the process.
    func end() async -> Int32 {
        let identifier = identifier
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var status: Int32 = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7f
                continuation.resume(returning: signal == 0 ? (status >> 8) & 0xff : 128 + signal)
            }
        }
    }
}
