import ArgumentParser
import Dispatch
import Foundation
import TVSimPlatform
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// The processes that `tvsim explore --check` has started, which end with it.
///
/// Each has a process group of its own, so the terminal does not send Ctrl-C to it. This forwards the signals that end
/// the exploration, and kills what has not ended five seconds later.
final class CheckProcesses: Sendable {
    private struct State: Sendable {
        var running: Set<pid_t> = []
        var overdue: Set<pid_t> = []
        /// The signal that ends the exploration; `nil` while none has arrived.
        var signal: Int32?
    }
    private let state = Locked(State())
    /// The sources of the signals, which are not changed after their creation.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]
    /// How long a process may take after a signal before it is killed, in seconds.
    private static let grace = 5.0

    /// Traps the signals, which then end the processes and not this process; ignored signals stay ignored.
    init() {
        let state = state
        let registering = DispatchGroup()
        sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !Signals.isIgnored($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                let running = state.withLockedValue { state in
                    state.signal = state.signal ?? number
                    return state.running
                }
                for process in running { Self.end(process, by: number, in: state) }
            }
            registering.enter()
            source.setRegistrationHandler { registering.leave() }
            source.resume()
            return source
        }
        // Until then, a signal would end this process only.
        registering.wait()
    }

    deinit { for source in sources { source.cancel() } }

    /// Runs a process until it ends.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - limit: The most seconds that it may take.
    /// - Returns: Its exit status.
    /// - Throws: `ExitCode` if a signal has ended the exploration; `CommandError` if the process cannot be started or
    ///   takes longer.
    func run(_ process: Process, upTo limit: TimeInterval) throws -> Int32 {
        let number = try start(process)
        let alarm = DispatchWorkItem { [state] in
            let isRunning = state.withLockedValue { state in
                state.running.contains(number) && state.overdue.insert(number).inserted
            }
            if isRunning { Self.end(number, by: SIGTERM, in: state) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: alarm)
        process.waitUntilExit()
        alarm.cancel()
        let (isOverdue, signal) = state.withLockedValue { state in
            state.running.remove(number)
            return (state.overdue.remove(number) != nil, state.signal)
        }
        // What the command has started may have survived it.
        if isOverdue || signal != nil { kill(-number, SIGKILL) }
        if let signal { throw ExitCode(128 + signal) }
        guard !isOverdue else {
            throw CommandError(
                .unavailable,
                "the command of --check did not end within \(limit.formatted())s: use --check-timeout to allow more")
        }
        return process.terminationStatus
    }

    /// Starts a process under the lock, so that no signal is lost in between.
    private func start(_ process: Process) throws -> pid_t {
        try state.withLockedValue { state in
            if let signal = state.signal { throw ExitCode(128 + signal) }
            do { try process.run() } catch {
                throw CommandError(
                    .unavailable, "the command of --check cannot be started: \(error.localizedDescription)")
            }
            state.running.insert(process.processIdentifier)
            return process.processIdentifier
        }
    }

    /// Sends a signal to the group of a process, and kills the group if the process has not ended some time later.
    private static func end(_ process: pid_t, by signal: Int32, in state: Locked<State>) {
        kill(-process, signal)
        DispatchQueue.global().asyncAfter(deadline: .now() + grace) {
            // The lock keeps the process's identifier from being used again meanwhile.
            state.withLockedValue { if $0.running.contains(process) { kill(-process, SIGKILL) } }
        }
    }
}
