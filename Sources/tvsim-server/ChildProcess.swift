import Foundation

/// A process of another program, with our streams and our terminal.
///
/// Started by `posix_spawn` and not by Foundation's `Process`, which puts a process into a group of its own: a command
/// that reads from the terminal would be stopped there.
struct ChildProcess: Sendable {
    /// The program cannot be started.
    struct CannotStart: Error {
        let sentence: String
        /// As shells say it: 127 where there is none, 126 where it cannot be run.
        let exitStatus: Int32
    }

    private let identifier: pid_t

    /// Starts a command; the program is looked for in `PATH`.
    ///
    /// It gets what we were started with, and nothing that is ours: neither files nor what we do with signals.
    ///
    /// - Throws: ``CannotStart`` when there is none, or it cannot be run.
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
        var failure = start(command)
        let file = failure == 0 ? nil : ProgramSearch.file(of: command[0])
        if failure == ENOEXEC, let file {
            // A script that names no interpreter is the shell's, as POSIX has it (execvp).
            failure = start([SystemText("/bin/sh"), file] + command.dropFirst())
        }
        guard failure == 0 else { throw Self.refusal(of: command[0], failure, isThere: file != nil) }
        self.identifier = identifier
    }

    private static func refusal(of name: SystemText, _ failure: Int32, isThere: Bool) -> CannotStart {
        let isMissing = failure == ENOENT && !isThere
        let reason =
            switch failure {
            case ENOENT where isThere: "the interpreter that it names is not there"
            case ENOENT: "there is no such program"
            default: String(cString: strerror(failure))
            }
        return CannotStart(
            sentence: "'\(name)' cannot be started: \(reason)", exitStatus: isMissing ? 127 : 126)
    }

    /// Signals as they were: we ignore some and block others, and a child would inherit both.
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

    /// Sends a signal; a process that is gone takes none.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end, and returns the status as shells do.
    ///
    /// The waiting has a thread of its own: those of the tasks are few, and must never be held.
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
