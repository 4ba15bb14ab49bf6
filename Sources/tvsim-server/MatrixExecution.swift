import Foundation
import TVSimCore
import TVSimPlatform
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import UnixSignals

/// Runs a command once in each situation of a profile's matrix, each with a server and a device of its own.
///
/// Each run is a process of this program, because a server and its device belong to one process.
struct MatrixExecution: Sendable {
    private let launch: ServerLaunch
    private let matrix: MatrixLaunch
    private let path: String
    private let profile: SituatedProfile
    private let inheritance: ProcessState
    private let rules: MatrixRules?

    /// The processes that run, and the signal that ends the execution.
    private struct Progress: Sendable {
        var processes: [String: ChildProcess] = [:]
        var signal: UnixSignal?
    }
    private let progress = Locked(Progress())

    /// Reads the profile.
    ///
    /// - Throws: `SourceError` or `CommandError` when the profile is missing or malformed, or has no matrix.
    init(_ launch: ServerLaunch, _ matrix: MatrixLaunch, inheriting inheritance: ProcessState) throws {
        guard let path = launch.profile else { throw CommandError(.invalid, "--matrix requires a profile") }
        (self.launch, self.matrix, self.path, self.inheritance) = (launch, matrix, path, inheritance)
        profile = try SituatedProfile(file: path)
        rules = try launch.rules.map(MatrixRules.init)
    }

    /// Runs the command in every situation, prints a line for each, and writes the report.
    ///
    /// - Returns: The exit status: 0 if every command succeeded, 1 if one failed, or 128 plus the signal that ended the
    ///   execution.
    /// - Throws: `CommandError` when the report or standard output cannot be written.
    func run() async throws -> Int32 {
        defer { rules?.cleanUp() }
        let signals = await ForwardedSignals.trapped(but: inheritance.ignoredSignals)
        let listening = Task { for await signal in signals { hear(signal) } }
        defer { listening.cancel() }
        // A path that cannot be written is refused before the first command runs.
        let files = try ReportOutputs(launch.reports, keeping: [path], StandardOutput.write)
        var results: [SituationResult] = []
        try await OrderedBatch(profile.situations).run(
            jobs: matrix.jobs, isStopped: { progress.withLockedValue { $0.signal != nil } }, result(of:)
        ) { result in
            results.append(result)
            try StandardOutput.write(result.text + "\n")
        }
        if let signal = progress.withLockedValue(\.signal) { return 128 + signal.rawValue }
        let failed = results.count { $0.failure != nil }
        let noun = results.count == 1 ? "situation" : "situations"
        let numbers = "\(results.count) \(noun), " + (failed == 0 ? "all passed" : "\(failed) failed")
        try StandardOutput.write(numbers + "\n")
        var report = SituationResult.report(
            of: results, named: profile.name, keptIn: failureFolder(of:), numbers: numbers)
        if let judged = try rules?.writeReport(of: profile.situations) { report.groups += judged.groups }
        try files.write(report)
        return failed == 0 ? 0 : 1
    }

    /// Runs the command in one situation.
    private func result(of situation: String) async throws -> SituationResult {
        let output = try CapturedOutput()
        let stopwatch = Stopwatch()
        var own = launch
        (own.matrix, own.situation, own.reports) = (nil, situation, [])
        own.rules = rules?.launch(in: situation)
        own.failureFolder = failureFolder(of: situation)
        let program = ProgramFile.path ?? CommandLine.arguments[0]
        let arguments = [SystemText(program), SystemText(try own.argument())] + inheritance.arguments.dropFirst(2)
        do throws(ChildProcess.CannotStart) {
            let process = try ChildProcess(
                arguments, environment: inheritance.environment, inheriting: inheritance,
                writingTo: output.descriptor)
            let early = progress.withLockedValue { progress in
                progress.processes[situation] = process
                return progress.signal
            }
            // The signal arrived while the process was being started.
            if let early { process.send(early.rawValue) }
            let status = await process.end()
            progress.withLockedValue { _ = $0.processes.removeValue(forKey: situation) }
            return SituationResult(
                situation: situation, status: status, output: status == 0 ? "" : output.end(),
                duration: stopwatch.elapsed, brokenRules: status == 0 ? [] : rules?.broken(in: situation) ?? [])
        } catch {
            return SituationResult(
                situation: situation, status: error.exitStatus, output: error.sentence, duration: stopwatch.elapsed)
        }
    }

    /// Returns the folder of what failed in a situation; `nil` if nothing is kept.
    private func failureFolder(of situation: String) -> String? {
        // A slash separates the axes of a name, and is not part of a file name.
        launch.failureFolder.map { "\($0)/\(situation.replacingOccurrences(of: "/", with: ","))" }
    }

    private func hear(_ signal: UnixSignal) {
        let processes = progress.withLockedValue { progress in
            progress.signal = signal
            return Array(progress.processes.values)
        }
        for process in processes { ForwardedSignals.forward(signal, to: process) }
    }
}
