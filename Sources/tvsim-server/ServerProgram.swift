import Foundation
import Logging
import ServiceLifecycle
import TVSimCore
import TVSimLiveParty
import TVSimReports
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimServer
import TVSimStatePostgreSQL
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import UnixSignals

/// The program that `tvsim serve`, `tvsim exec` and `tvsim live` start: a server and, for `exec`, a command beside it.
@main
enum ServerProgram {
    /// The only use of the SDK in a server: it explains calls, and leads worlds into situations.
    private static let sdk = SimulatedSDK()

    static func main() async {
        let inheritance = ProcessState()
        unblockSignals()
        PostgreSQLStateStore.register()
        do {
            let launch = try ServerLaunch(argument: inheritance.arguments.dropFirst().first?.description)
            if let live = launch.live {
                exit(try LiveProgram.run(live, StandardOutput.write))
            } else if let matrix = launch.matrix {
                let execution = try MatrixExecution(launch, matrix, inheriting: inheritance)
                exit(try await execution.run())
            } else if inheritance.arguments.count > 2 {
                try await execute(launch, inheriting: inheritance)
            } else {
                try await serve(launch, inheriting: inheritance)
            }
        } catch {
            let trouble = ProgramError(error)
            end(
                trouble?.sentence ?? "internal error: \(error)",
                status: trouble?.kind.exitStatus ?? 70)
        }
    }

    /// Unblocks all signals.
    ///
    /// Foundation's `Process` starts processes with most signals blocked. Only SIGKILL could then stop the server.
    private static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        // If SIGCHLD were ignored, `waitpid` would not return a child's exit status.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Prints an error and ends the process.
    static func end(_ sentence: String, status: Int32) -> Never {
        ProgramError.tell(sentence)
        exit(status)
    }

    /// Serves until a signal stops the server.
    private static func serve(_ launch: ServerLaunch, inheriting inheritance: ProcessState) async throws {
        let locator = launch.locator.map { LocatorFile(path: $0) }
        let world = try await ServedWorld(launch, sdk, forCommand: false)
        OpenFiles.raiseLimit()
        let server = try server(launch, of: worlds(of: world, launch)) { location in
            let location = location.named(launch.publicHost)
            do {
                // The locator file comes first, because a reader of the line may open it immediately.
                try locator?.write(location)
                try FileHandle.standardOutput.write(contentsOf: Data(try location.line().utf8))
                if isatty(STDOUT_FILENO) == 1 { ProgramError.show(greeting(at: location)) }
            } catch let error as CommandError {
                end(error.description, status: ProgramError(error)?.kind.exitStatus ?? 74)
            } catch {
                locator?.remove()
                end("standard output cannot be written", status: 74)
            }
        }
        defer { locator?.remove() }
        // SIGHUP of a closing terminal stops the server too, unless it was started by `nohup`.
        let hangup: [UnixSignal] = inheritance.ignoredSignals.contains(SIGHUP) ? [] : [.sighup]
        let input = launch.endsWithInput ? [EndOfInput(environment: ProcessInfo.processInfo.environment)] : []
        try await run(
            [.init(service: server)]
                + input.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
            signals: [.sigterm, .sigint] + hangup
        ) {
            locator?.remove()
            exit(0)
        }
    }

    /// Returns what a person at a terminal needs to know of a server.
    private static func greeting(at location: ServerLocation) -> String {
        """
        The page:             \(location.url)/_sim
        Base URL of your app: \(location.url)
        To stop the server:   Ctrl-C

        """
    }

    /// Serves while a command runs, and exits with the command's status.
    private static func execute(_ launch: ServerLaunch, inheriting inheritance: ProcessState) async throws {
        // Signals are trapped before the device is created. Otherwise a signal would leave the device behind.
        let signals = await ForwardedSignals.trapped(but: inheritance.ignoredSignals)
        let world = try await ServedWorld(launch, sdk, forCommand: true)
        let stopwatch = Stopwatch()
        let worlds = worlds(of: world, launch)
        let (locations, continuation) = AsyncStream.makeStream(of: ServerLocation.self)
        let child = CommandService(
            command: Array(inheritance.arguments.dropFirst(2)), inheriting: inheritance, device: world.deviceName,
            isInFile: world.isTemporary, situation: launch.situation,
            failingOn: launch.rules?.failOn, signals: signals, locations: locations)
        do {
            OpenFiles.raiseLimit()
            let server = try server(launch, of: worlds) { continuation.yield($0.onThisMachine) }
            try await run(
                [
                    .init(service: server),
                    .init(service: child, successTerminationBehavior: .gracefullyShutdownGroup),
                ], signals: []
            ) {
                world.discard()
                exit(child.exitStatus)
            }
        } catch {
            world.discard()
            throw error
        }
        var status = child.exitStatus == 0 && worlds.lost.count > 0 ? 1 : child.exitStatus
        if let rules = launch.rules, await RuleReports(rules).write(about: worlds) == false, status == 0 { status = 1 }
        if status != 0, let folder = launch.failureFolder { await keep(worlds, in: folder) }
        if !launch.reports.isEmpty {
            let command = inheritance.arguments.dropFirst(2).map(\.description)
            report(worlds, of: command, endingWith: child.exitStatus, after: stopwatch, launch.reports)
        }
        world.countUse()
        world.discard()
        tell(worlds.lost)
        exit(status)
    }

    /// Names the requests that were refused because they named no world.
    private static func tell(_ lost: UnaddressedRequests) {
        guard lost.count > 0 else { return }
        let noun = lost.count == 1 ? "request" : "requests"
        ProgramError.tell("\(lost.count) \(noun) named no world and got 421 (--worlds):")
        ProgramError.show(lost.lines.map { "  \($0)\n" }.joined())
    }

    /// Keeps the worlds of a failed command; an error here must not replace the command's own exit status.
    private static func keep(_ worlds: SimulatedWorlds, in folder: String) async {
        let failed = FailedWorlds(worlds)
        if failed.lost > 0 {
            ProgramError.tell(
                "the evidence of \(failed.lost) removed worlds is not in '\(folder)': the server keeps that of the newest "
                    + "\(FailedWorlds.most) worlds, \(FailedWorlds.bytes >> 20) MiB together")
        }
        do {
            try await failed.write(into: folder)
        } catch {
            ProgramError.tell(ProgramError(error)?.sentence ?? "what failed cannot be kept in '\(folder)': \(error)")
        }
    }

    /// Writes the reports of a command; an error here must not replace the command's own exit status.
    private static func report(
        _ worlds: SimulatedWorlds, of command: [String], endingWith status: Int32, after stopwatch: Stopwatch,
        _ targets: [ReportTarget]
    ) {
        var origin = RunReport.Origin()
        (origin.date, origin.duration) = (WallClock.now(), stopwatch.elapsed)
        origin.command = (["tvsim", "exec", "--"] + command).map(ShellWords.quoted).joined(separator: " ")
        let program = command.first?.split(separator: "/").last.map(String.init) ?? "the command"
        let subject = "\(program) \(status == 0 ? "passed" : "failed") (exit \(status))"
        for target in targets {
            do {
                let evidence = try WorldsReport(worlds)
                var report = Report("tvsim exec")
                // Each line of a report ends when it is written.
                report.own[.html] = { String(try evidence.page(origin, about: subject).dropLast()) }
                report.own[.har] = { String(try evidence.archive().dropLast()) }
                try ReportOutputs([target], StandardOutput.write).write(report)
            } catch {
                ProgramError.tell(
                    ProgramError(error)?.sentence ?? "the report cannot be written to '\(target.file)': \(error)")
            }
        }
    }

    private static func worlds(of world: ServedWorld, _ launch: ServerLaunch) -> SimulatedWorlds {
        SimulatedWorlds(
            serving: world.world, sdk: sdk, deviceName: world.deviceName,
            keepingOthersIn: world.kept ?? MemoryWorlds(atMost: launch.mostWorlds ?? WorldLimit.standard),
            evictingAfter: launch.evictsWorldsAfter, ports: launch.worldPorts, mode: launch.worldMode,
            in: world.situation, startingFrom: world.template, judgingRemoved: launch.rules != nil,
            failingOn: launch.rules?.failOn.flatMap(Rule.Severity.init))
    }

    private static func server(
        _ launch: ServerLaunch, of worlds: SimulatedWorlds, onReady: @escaping @Sendable (ServerLocation) async -> Void
    ) throws -> SimulatorServer {
        let address = try SimulatorServer.Address(
            host: launch.host, port: launch.port, allowsRemote: launch.allowsRemote, publicHost: launch.publicHost)
        let environment = ProcessInfo.processInfo.environment
        let home = DeviceLibrary(environment: environment).home
        let tls = try launch.tlsNames.map { try ServerTLS(home: home, host: address.host, names: $0) }
        return SimulatorServer(
            worlds: worlds, at: address, secret: try AdminSecret(environment: environment), tls: tls, logger: logger,
            onReady: onReady)
    }

    /// Runs services until they shut down.
    ///
    /// - Parameters:
    ///   - services: The services.
    ///   - signals: The signals that shut them down.
    ///   - end: Ends the process if it still runs a second after the shutdown's limit: a thread that waits for a database
    ///     cannot be cancelled.
    /// - Throws: The errors of the services.
    private static func run(
        _ services: [ServiceGroupConfiguration.ServiceConfiguration], signals: [UnixSignal],
        orElse end: @escaping @Sendable () -> Never
    ) async throws {
        let limit = ShutdownLimit(limit: ServerLimits().shutdown + .seconds(1), end: end)
        var configuration = ServiceGroupConfiguration(services: services + [.init(service: limit)], logger: logger)
        configuration.gracefulShutdownSignals = signals
        configuration.maximumGracefulShutdownDuration = ServerLimits().shutdown
        defer { limit.cancel() }
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // A client did not read its response before the shutdown's limit. This is a normal end of the server.
        }
    }

    /// The log of the libraries, which prints only critical messages on standard error.
    private static let logger: Logger = {
        var logger = Logger(label: "tvsim")
        logger.logLevel = .critical
        return logger
    }()
}
