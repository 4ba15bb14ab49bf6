import Foundation
import NIOConcurrencyHelpers
import ServiceLifecycle
import SimulatorHTTP
import TVSimulator
import UnixSignals

/// A command that runs beside the server: it starts when the server is ready, and its end is the end of the group.
final class CommandService: Service {
    private let command: [SystemText]
    private let inheritance: Inheritance
    private let device: String?
    private let locations: AsyncStream<ServerLocation>
    private let status = NIOLockedValueBox<Int32>(70)

    /// Creates a service that runs a command once it is told where the server is.
    init(
        command: [SystemText], inheriting inheritance: Inheritance, device: String?,
        locations: AsyncStream<ServerLocation>
    ) {
        self.command = command
        self.inheritance = inheritance
        self.device = device
        self.locations = locations
    }

    /// With what the command ended: its own status, 128 and the number of the signal that killed it.
    var exitStatus: Int32 { status.withLockedValue { $0 } }

    /// Runs the command.
    func run() async throws {
        // Trapped before the command starts, so that no signal is lost between.
        let signals = await UnixSignalsSequence(
            trapping: ForwardedSignals.all.filter { !inheritance.ignoredSignals.contains($0.rawValue) })
        for await location in locations {
            let process: ChildProcess
            do throws(ChildProcess.CannotStart) {
                process = try ChildProcess(command, environment: environment(location), inheriting: inheritance)
            } catch {
                Trouble.tell(error.sentence)
                status.withLockedValue { $0 = error.exitStatus }
                return
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await signal in signals { ForwardedSignals.forward(signal, to: process) }
                }
                let ended = await process.end()
                status.withLockedValue { $0 = ended }
                group.cancelAll()
            }
            return
        }
    }

    private func environment(_ location: ServerLocation) -> [SystemText] {
        inheritance.environment(changing: [
            "TVSIM_URL": location.url, "TVSIM_ADMIN_URL": location.admin, "TVSIM_DEVICE": device,
            "TVSIM_HOME": DeviceLibrary(environment: ProcessInfo.processInfo.environment).home,
            "TVSIM_CA": location.certificateAuthority,
        ])
    }
}

/// The signals that `tvsim exec` hands on to its command instead of ending by them; those that it was told to ignore, as
/// by `nohup`, stay ignored by both.
enum ForwardedSignals {
    static let all: [UnixSignal] = [.sigterm, .sigint, .sighup, .sigquit, .sigusr1, .sigusr2]

    /// Hands a signal on.
    ///
    /// A key at the terminal signals everybody in the foreground; the command has had that one already.
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
