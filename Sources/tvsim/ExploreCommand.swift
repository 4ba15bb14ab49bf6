import ArgumentParser
import Foundation
import TVSimCore
import TVSimExploration
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// `tvsim explore`: looks for flows that break a rule of the documents.
struct Explore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Draws random flows, and looks for one that breaks a rule. Fails (1) if it finds one.",
        discussion: """
            A flow consists of calls of the app, events of the device, moves of the clock and faults. The rules are \
            those of the vendor's documents; --list prints them. The first flow that breaks a rule is shortened to a \
            profile that 'tvsim run' runs.
            The same seed, steps and shard find the same profile, for any number of jobs. Without --steps and --for, it \
            ends after 5000 steps.

            EXAMPLE:
              tvsim explore --seed 7 --steps 20000 --jobs 2
              tvsim explore --profile Profiles/granted-signed-in.yaml --for 60s --output counter-example.yaml
              tvsim explore --shard 1/4 --for 10m
              tvsim explore --check 'python3 test_app.py' --steps 200
              tvsim explore --list
            """)

    @Option(
        help: "The world, and a flow to begin with. Default: the built-in profile.", completion: Completions.profile)
    var profile: String?
    @Option(help: "The seed of the random flows.")
    var seed: UInt64 = 1
    @Option(help: "The number of steps after which no flow begins.")
    var steps: Int?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The time after which no flow begins, such as 60s or 10m.", valueName: "duration"))
    var duration: String?
    @Option(help: "The number of flows that run at the same time.")
    var jobs = 1
    @Option(help: "Draws other flows than the other shards: I/N is shard I of N.")
    var shard: String?
    @Option(
        name: .customLong("rule"),
        help: ArgumentHelp("Checks only this rule. Can be repeated.", valueName: "name"), completion: Completions.rules)
    var rules: [String] = []
    @Option(
        help: ArgumentHelp(
            """
            Checks a rule of yours instead: runs this command of the shell after the events of each flow, with the \
            environment of 'tvsim exec'. Status 0: the rule holds, 1: it is broken.
            """, valueName: "command"))
    var check: String?
    @Option(
        help: ArgumentHelp(
            "The time after which a command of --check is ended, and the exploration with an error.",
            valueName: "duration"))
    var checkTimeout = "60s"
    @OptionGroup var form: ReportOptions<CommonForms>
    @Option(
        help: "Writes the profile that breaks a rule to this file, and not into the report.",
        completion: Completions.file)
    var output: String?
    @Flag(help: "Only lists the rules, each with its document.")
    var list = false

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 256") }
        guard steps ?? 1 > 0 else { throw ValidationError("--steps must be at least 1") }
        for duration in [duration, checkTimeout].compactMap(\.self) where TimeText.duration(duration) ?? 0 <= 0 {
            throw ValidationError("invalid duration '\(duration)': expected a number with a unit, such as 60s or 10m")
        }
        if let shard, Shard(shard) == nil {
            throw ValidationError("invalid shard '\(shard)': expected I/N, such as 1/4")
        }
        guard check == nil || rules.isEmpty else {
            throw ValidationError("--check and --rule cannot be used together")
        }
        guard check?.isEmpty != true else { throw ValidationError("--check requires a command") }
        guard !list || [.text, .json].contains(form.format.format) && form.reports.isEmpty else {
            throw ValidationError("--list has the formats text and json")
        }
        guard output != "-" else {
            throw ValidationError("--output requires a file name; without it the profile is part of the report")
        }
    }

    func run() async throws {
        if list { return try printList() }
        let rules = try selectedRules()
        let world = try ExploredWorld(profile)
        let sink = try output.map { try ReportSink(path: $0, keeping: [profile].compactMap(\.self)) }
        let outputs = try form.open(keeping: [profile, output].compactMap(\.self))
        let stopwatch = Stopwatch()
        let limit = duration.flatMap { TimeText.duration($0) }.map { Duration.seconds($0) }
        let command = check.map { commandCheck($0, of: world) }
        try await command?.demandBeginning()
        let plan = plan(of: world)
        let status = StatusLine()
        defer { status.finish() }
        status.show("exploring …")
        let outcome = try await explorer(of: world, by: rules, or: command).explore(plan) { outcome in
            let most = plan.steps.map { " of \($0)" } ?? ""
            status.show("\(outcome.steps)\(most) steps, \(outcome.sequences) flows, no rule broken")
            return limit.map { stopwatch.elapsed < $0 } ?? true
        }
        status.finish()
        let report = ExplorationReport(
            outcome, seed: seed, command: self.command(repeating: outcome), document: world.document)
        if let sink, let found = report.found {
            try sink.line(JSONText.pretty(found.profile))
            try sink.finish()
        }
        // A rule of the user's is the command of --check.
        try outputs.write(report.report(about: check == nil ? rules.map(\.name) : ["check"], writtenTo: output))
        guard report.found != nil else { return }
        command?.showOutput()
        throw ExitStatus.checkFailed
    }

    private func printList() throws {
        let rules = RulesListing()
        try form.open().write(
            Report(
                "tvsim explore --list",
                groups: [.init("rules", cases: [], text: [ExplorationText.list(rules.rules)], value: rules)]))
    }

    private func selectedRules() throws -> [Invariant] {
        guard !rules.isEmpty else { return Invariant.all }
        return try rules.map { name in
            guard let rule = Invariant.all.first(where: { $0.name == name }) else {
                throw CommandError(
                    .invalid, "unknown rule '\(name)': run 'tvsim explore --list' for a list",
                    suggestion: Suggestion.closest(to: name, among: Invariant.all.map(\.name)))
            }
            return rule
        }
    }

    private func explorer(of world: ExploredWorld, by rules: [Invariant], or command: CommandCheck?) -> Explorer {
        let drawer = StepDrawer(profile: world.profile)
        guard let command else {
            let check = InvariantCheck(world.profile, by: rules)
            return Explorer(drawer) { try await check.trial(of: $0) }
        }
        return Explorer(drawer, where: \.isCommand) { try await command.trial(of: $0) }
    }

    private func commandCheck(_ command: String, of world: ExploredWorld) -> CommandCheck {
        CommandCheck(
            profile: world.profile, command: command, environment: CommandContext.current.environment,
            limit: TimeText.duration(checkTimeout) ?? 0, processes: CheckProcesses())
    }

    private func plan(of world: ExploredWorld) -> Explorer.Plan {
        var plan = Explorer.Plan()
        plan.seed = seed
        plan.steps = steps ?? (duration == nil ? 5000 : nil)
        plan.jobs = jobs
        if let shard = shard.flatMap(Shard.init) { plan.shard = (shard.index - 1, shard.count) }
        plan.start = world.profile.flow.map(\.action).filter { check == nil || $0.isCommand }
        return plan
    }

    /// Returns the command that finds the same counter-example again.
    private func command(repeating outcome: Explorer.Outcome) -> String {
        var options: [(name: String, value: String)] = []
        if let profile { options.append(("--profile", profile)) }
        options += [("--seed", "\(seed)"), ("--steps", "\(outcome.steps)")]
        if let shard { options.append(("--shard", shard)) }
        options += rules.map { ("--rule", $0) }
        if let check {
            options.append(("--check", check))
            if checkTimeout != "60s" { options.append(("--check-timeout", checkTimeout)) }
        }
        return ShellWords.command(["explore"], options: options)
    }
}

/// The profile whose world is explored, as a value and as the document that a counter-example repeats.
private struct ExploredWorld {
    let document: Members
    let profile: TVSimScenario.Profile

    /// Reads a profile; the built-in one if no file is named.
    init(_ path: String?) throws {
        let source = path.map(NamedFile.shown) ?? "built-in"
        let text = try path.map { try ProfileDecoder.text(of: NamedFile.read($0), source: source) }
        document = try ProfileDecoder.document(text: text ?? "{schema: 1, name: built-in}", source: source)
        profile = try ProfileDecoder.decode(.object(document), source: source)
    }
}

extension FlowStep.Action {
    /// Whether it is a change of the world, and no call of the app.
    fileprivate var isCommand: Bool {
        if case .command = self { true } else { false }
    }
}
