import Dispatch
package import Foundation
import Glibc
import TVSimStructuredText
import Testing

/// The programs that a test starts, which end with the test.
package final class Children: Sendable {
    private let started = Locked<[Process]>([])

    package init() {}

    /// Whether this process ignores SIGHUP, for example under `nohup`, so that its children would ignore it too.
    package static let ignoreHangup: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let mask = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
        return mask.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << (UInt64(SIGHUP) - 1) != 0 } ?? false
    }()

    /// Starts a program, which ends with the test, and after ten minutes by itself.
    ///
    /// - Throws: An error if the program cannot be started.
    package func start(_ process: Process) throws {
        try process.runWithLimit()
        started.withLockedValue { $0.append(process) }
    }

    /// Ends the programs that run, with the processes that they have started in their groups.
    package func end() {
        let processes = started.withLockedValue { started in
            defer { started = [] }
            return started
        }
        for process in processes {
            let pid = process.processIdentifier
            // A program may have ended and left others in the group that it led.
            if process.isRunning, getpgid(pid) != pid { kill(pid, SIGKILL) } else { kill(-pid, SIGKILL) }
            process.waitUntilExit()
        }
    }
}

extension Process {
    /// Starts the program with a limit.
    ///
    /// If it runs for ten minutes, it is ended, which fails the run with its name.
    ///
    /// - Throws: An error if the program cannot be started.
    package func runWithLimit() throws {
        try run()
        let line = ([executableURL?.lastPathComponent ?? "a program"] + (arguments ?? [])).joined(separator: " ")
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(600)) { [weak self] in
            guard let self, isRunning else { return }
            Issue.record("'\(line)' did not end within ten minutes")
            kill(processIdentifier, SIGKILL)
        }
    }
}
