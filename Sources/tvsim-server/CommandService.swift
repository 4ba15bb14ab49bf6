import Foundation
import ServiceLifecycle
import TVSimEntitlementAPI
import TVSimScenario
import TVSimServer
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import UnixSignals

/// Runs a command beside the server.
///
/// The command starts when the server accepts requests. When it ends, the service group shuts down.
final class CommandService: Service {
    private let command: [SystemText]
    private let inheritance: ProcessState
    private let device: String?
    /// Whether the device is in a file of its own, also if `TVSIM_STORE` selects a store.
    private let isInFile: Bool
    private let situation: String?
    private let failsOn: String?
    private let signals: UnixSignalsSequence
    private let locations: AsyncStream<ServerLocation>
    private let progress = Locked(Progress())
    private let status = Locked<Int32>(70)

    /// The state of the command.
    private struct Progress: Sendable {
        /// The command's process; `nil` if it has not started.
        var process: ChildProcess?
        /// The signal that arrived before the command started; `nil` if none did.
        var early: UnixSignal?
    }

    /// Creates a service that starts a command when it receives the server's location.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - inheritance: The state of this process at its start.
    ///   - device: The name of the served device, for `TVSIM_DEVICE`; `nil` if the world is in memory.
    ///   - isInFile: Whether the device is in a file of its own, also if `TVSIM_STORE` selects a store.
    ///   - situation: The situation of a matrix, for `TVSIM_SITUATION`; `nil` without a matrix.
    ///   - failsOn: The lowest severity of rules that each test must keep, for `TVSIM_RULES`; `nil` to leave the variable.
    ///   - signals: The signals to forward to the command.
    ///   - locations: The server's location, once it accepts requests.
    init(
        command: [SystemText], inheriting inheritance: ProcessState, device: String?, isInFile: Bool,
        situation: String?, failingOn failsOn: String?, signals: UnixSignalsSequence,
        locations: AsyncStream<ServerLocation>
    ) {
        self.command = command
        self.inheritance = inheritance
        self.device = device
        self.isInFile = isInFile
        self.situation = situation
        self.failsOn = failsOn
        self.signals = signals
        self.locations = locations
    }

    /// The exit status of the command, or 128 plus the signal that ended it.
    var exitStatus: Int32 { status.withLockedValue { $0 } }

    /// Runs the command, unless a signal arrived before.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await signal in self.signals { self.hear(signal) } }
            for await location in locations {
                await follow(at: location)
                break
            }
            group.cancelAll()
        }
    }

    private func hear(_ signal: UnixSignal) {
        let process = progress.withLockedValue { progress in
            if progress.process == nil { progress.early = signal }
            return progress.process
        }
        if let process { ForwardedSignals.forward(signal, to: process) }
    }

    /// Starts the command, waits for its end and stores its exit status.
    private func follow(at location: ServerLocation) async {
        if let early = progress.withLockedValue({ $0.early }) {
            return status.withLockedValue { $0 = 128 + early.rawValue }
        }
        let process: ChildProcess
        do throws(ChildProcess.CannotStart) {
            process = try ChildProcess(command, environment: environment(location), inheriting: inheritance)
        } catch {
            ProgramError.tell(error.sentence)
            return status.withLockedValue { $0 = error.exitStatus }
        }
        let early = progress.withLockedValue { progress in
            progress.process = process
            return progress.early
        }
        // The signal arrived while the command was being started.
        if let early { process.send(early.rawValue) }
        let ended = await process.end()
        status.withLockedValue { $0 = ended }
    }

    private func environment(_ location: ServerLocation) -> [SystemText] {
        let own = ProcessInfo.processInfo.environment
        var changes = [
            "TVSIM_URL": location.url, "TVSIM_ADMIN_URL": location.admin, "TVSIM_DEVICE": device,
            "TVSIM_HOME": DeviceLibrary(environment: own).home, "TVSIM_CA": location.certificateAuthority,
            "TVSIM_SITUATION": situation,
        ]
        if let failsOn { changes["TVSIM_RULES"] = failsOn }
        if isInFile { changes.updateValue(nil, forKey: StoreAddress.variable) }
        if let host = URLComponents(string: location.url)?.host, Loopback.isLoopback(host),
            let list = ProxyExceptions.list(adding: host, to: own)
        {
            for variable in ProxyExceptions.variables { changes[variable] = list }
        }
        return inheritance.environment(changing: changes)
    }
}

/// The signals that `tvsim exec` forwards to its command.
///
/// A signal that was ignored at the start stays ignored by both processes.
enum ForwardedSignals {
    private static let all: [UnixSignal] = [.sigterm, .sigint, .sighup, .sigquit, .sigusr1, .sigusr2]

    /// Returns the signals as a sequence; from now on they do not terminate the process.
    static func trapped(but ignored: Set<Int32>) async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: all.filter { !ignored.contains($0.rawValue) })
    }

    /// Forwards a signal, unless the terminal has sent it to the command too, for example for Ctrl-C.
    static func forward(_ signal: UnixSignal, to process: ChildProcess) {
        let isFromTerminal = (signal == .sigint || signal == .sigquit) && isInForeground
        if !isFromTerminal { process.send(signal.rawValue) }
    }

    private static var isInForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}
