import Foundation

/// A process of another program, with this process's streams and terminal.
///
/// Foundation's `Process` would put it into a process group of its own, where reading from the terminal stops it.
struct ChildProcess: Sendable {
    /// The program cannot be started.
    struct CannotStart: Error {
        let sentence: String
        /// The status of shells: 127 if there is no such program, 126 if it cannot be run.
        let exitStatus: Int32
    }

    private let identifier: pid_t

    /// Starts a command, whose program is searched in `PATH`, with the signals and files that this process was started with.
    ///
    /// - Throws: ``CannotStart`` when there is no such program, or it cannot be run.
    init(
        _ command: [SystemText], environment: [SystemText], inheriting inheritance: Inheritance
    ) throws(CannotStart) {
        var attributes = Self.attributes(ignoring: inheritance.ignoredSignals)
        defer { posix_spawnattr_destroy(&attributes) }
        inheritance.withholdFiles()
        var identifier = pid_t()
        func start(_ command: [SystemText]) -> Int32 {
            SystemText.withPointers(command) { arguments in
                SystemText.withPointers(environment) { variables in
                    guard let program = arguments[0] else { return ENOENT }
                    return posix_spawnp(&identifier, program, nil, &attributes, arguments, variables)
                }
            }
        }
        let isFile = command[0].isPathOfFile
        var failure = start(command)
        // The shell runs a script that names no interpreter (POSIX, execvp).
        if failure == ENOEXEC, isFile { failure = start([SystemText("/bin/sh")] + command) }
        guard failure == 0 else { throw Self.refusal(of: command[0], failure, isFile: isFile) }
        self.identifier = identifier
    }

    private static func refusal(of name: SystemText, _ failure: Int32, isFile: Bool) -> CannotStart {
        let reason =
            switch failure {
            case ENOENT where isFile: "the interpreter that it names is not there"
            case ENOENT: "there is no such program"
            default: String(cString: strerror(failure))
            }
        return CannotStart(
            sentence: "'\(name)' cannot be started: \(reason)", exitStatus: failure == ENOENT && !isFile ? 127 : 126)
    }

    /// Restores the signals: a child would inherit those that this process blocks and ignores.
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

    /// Sends a signal; a process that has ended ignores it.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end on a thread of its own, and returns the status as shells do.
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
