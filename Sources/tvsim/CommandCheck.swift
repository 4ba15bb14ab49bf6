import Foundation
import TVSimExploration
import TVSimPlatform
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// Checks a rule of the user: runs a command beside a server after the events of a flow.
///
/// Each flow has a device of its own, which is deleted when the command ends.
struct CommandCheck {
    /// The profile whose world the events change.
    let profile: TVSimScenario.Profile
    /// The command of the shell.
    let command: String
    /// The environment of the command.
    let environment: [String: String]
    /// The most seconds that the command may take.
    let limit: TimeInterval
    /// The processes of the command.
    let processes: CheckProcesses
    /// The output of the last attempt that broke the rule.
    private let output = Locked("")

    /// Creates the check of a command.
    ///
    /// - Parameters:
    ///   - profile: The profile whose world the events change.
    ///   - command: The command of the shell.
    ///   - environment: The environment of the command.
    ///   - limit: The most seconds that the command may take.
    ///   - processes: The processes of the command.
    init(
        profile: TVSimScenario.Profile, command: String, environment: [String: String], limit: TimeInterval,
        processes: CheckProcesses
    ) {
        self.profile = profile
        self.command = command
        self.environment = environment
        self.limit = limit
        self.processes = processes
    }

    /// Checks that the command ends with status 0 before any event; otherwise no flow would tell more.
    ///
    /// - Throws: `CommandError` if it does not.
    func demandBeginning() async throws {
        guard try await trial(of: []).violation != nil else { return }
        showOutput()
        throw CommandError(
            .unavailable,
            "the command of --check ends with status 1 before any event, so no flow can show more: correct it first")
    }

    /// Performs the events on a new device, and runs the command beside a server of this device.
    ///
    /// - Throws: `CommandError` if the device cannot be created, or the command takes too long or ends with a status other
    ///   than 0 and 1; `ExitCode` if a signal ends the exploration.
    func trial(of steps: [FlowStep.Action]) async throws -> Trial {
        var profile = profile
        profile.flow = steps.map { FlowStep($0) }
        let store = MemoryStateStore()
        let world = World(store: store)
        try world.install(profile)
        _ = try await ProfileRunner().run(profile, in: world)
        let library = DeviceLibrary(folderOf: environment)
        let device = try TemporaryDevice("explore-\(getpid())", from: profile.origin, in: library)
        defer { try? device.discard() }
        try device.open().replaceAll(with: store)
        let (status, text) = try run(on: device.name)
        guard (0...1).contains(status) else {
            ProgramError.show(text)
            throw CommandError(
                .unavailable,
                "the command of --check ended with status \(status): expected 0 if the rule holds, or 1 if it is broken"
            )
        }
        guard status == 1 else { return Trial() }
        output.withLockedValue { $0 = text }
        return Trial(
            violation: Violation(
                rule: "check", sentence: "The command of --check ends with status 0.", step: max(0, steps.count - 1),
                reason: "after this step it ends with status 1"))
    }

    /// Prints the output of the last attempt that broke the rule.
    ///
    /// The shortest flow is attempted last, so the output belongs to the reported one.
    func showOutput() { ProgramError.show(output.withLockedValue(\.self)) }

    /// Runs the command, and returns its exit status and its output.
    private func run(on device: String) throws -> (status: Int32, output: String) {
        let captured = try CapturedOutput()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramFile.path ?? CommandLine.arguments[0])
        process.arguments = ["exec", "--device", device, "--copy-state", "--", "sh", "-c", command]
        process.environment = environment.filter { $0.key != StoreAddress.variable }
        process.standardInput = FileHandle.nullDevice
        // Most attempts hold, or are made only to shorten a flow. What they print would hide that of the reported one.
        process.standardOutput = FileHandle(fileDescriptor: captured.descriptor)
        process.standardError = process.standardOutput
        do {
            return (try processes.run(process, upTo: limit), captured.text())
        } catch {
            ProgramError.show(captured.text())
            throw error
        }
    }
}
