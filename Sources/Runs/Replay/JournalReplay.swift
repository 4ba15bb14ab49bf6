import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
package import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// Repeats a recorded flow in a new world, and compares every entry of the journal.
///
/// A world is deterministic, so the same journal leads to the same state. Identifiers differ if several processes wrote
/// the journal: see ``Renaming``.
package struct JournalReplay: Sendable {
    private let flow: RecordedFlow

    /// Creates a replay.
    package init(of flow: RecordedFlow) {
        self.flow = flow
    }

    /// Repeats the flow.
    ///
    /// A call of the scripted user, which follows from an earlier call of the app, is not repeated.
    ///
    /// - Parameter world: A world in the state of the flow's profile, with an empty journal.
    /// - Returns: The steps of a flow that does the same, with the callbacks that they caused. It has no launch before the
    ///   first call, and no command that was refused.
    /// - Throws: `CommandError` with the first entry that does not follow; `StateError` if a world cannot be read or
    ///   written.
    @discardableResult
    package func perform(in world: World) async throws -> [FlowStep] {
        let app = SimulatedApp(world: world, profile: Profile(flow.origin), over: WorldTransport(world))
        var steps: [FlowStep] = []
        var renaming = Renaming()
        var made = 0
        for cause in flow.causes where cause.place >= made {
            guard cause.place == made else { throw unexplained(made) }
            if let obstacle = cause.obstacle { throw stop(at: made, obstacle) }
            for action in cause.actions {
                let effect = try await app.perform(action)
                if action == .relaunch, !steps.contains(where: \.action.isCall) { continue }
                if !effect.failures.contains(where: \.isRefusal) { steps.append(FlowStep(action, causing: effect)) }
            }
            made = try compare(world, after: cause, &renaming)
        }
        guard made == flow.entries.count else { throw unexplained(made) }
        if !renaming.isNeeded { try compareDocuments(with: world) }
        return steps
    }

    /// Compares the journals as far as the new one has got, and returns its length.
    private func compare(
        _ world: World, after cause: RecordedFlow.Cause, _ renaming: inout Renaming
    ) throws -> Int {
        let entries = try world.simulation.journal.entries()
        for (place, (old, new)) in zip(flow.entries, entries).enumerated().dropFirst(cause.place)
        where !renaming.matches(old, new) {
            let text = new.text
            throw stop(
                at: place, "when the flow is repeated, it is '\(text.event): \(text.outcome) (\(text.reason))'")
        }
        guard entries.count <= flow.entries.count else {
            let before = flow.first + cause.place - 1
            let other = cause.place > 0 ? ", or \(before) for the state before the call" : ""
            throw CommandError(
                .invalid,
                "entry \(flow.last) is a decision during '\(cause.actions.last?.call ?? "")', which ends with entry "
                    + "\(flow.first + entries.count - 1); use that number\(other)")
        }
        return entries.count
    }

    /// Compares the states, if the flow leads to the present one.
    ///
    /// They are not compared if several processes drew identifiers, because most documents contain identifiers.
    private func compareDocuments(with world: World) throws {
        guard let documents = flow.documents else { return }
        let repeated = try world.simulation.store.read { state in
            Dictionary(uniqueKeysWithValues: try state.documents().map { ($0.name, $0.json) })
        }
        guard documents[IdentifierSource.document] == repeated[IdentifierSource.document] else { return }
        let names = Set(documents.keys).union(repeated.keys).sorted()
        if let name = names.first(where: { documents[$0] != repeated[$0] }) {
            throw CommandError(
                .invalid, "the state does not follow from the journal: the document '\(name)' differs")
        }
    }

    private func unexplained(_ place: Int) -> CommandError {
        stop(at: place, "no command and no call of the SDK causes it, but a client over HTTP, a person, or another app")
    }

    private func stop(at place: Int, _ reason: String) -> CommandError {
        let text = flow.entries[place].text
        let number = flow.first + place
        let before = place > 0 ? "; what led to entry \(number - 1) can be repeated" : ""
        return CommandError(
            .invalid,
            "cannot repeat entry \(number), '\(text.room): \(text.event): \(text.outcome)': \(reason)\(before)")
    }
}

extension FlowStep {
    /// Creates a step that expects the callbacks of an effect; an event without callbacks expects nothing.
    fileprivate init(_ action: Action, causing effect: StepEffect) {
        let lines = effect.callbacks.filter { $0.name != .sendTrackingData }.map(\.text)
        // A profile cannot have a callback whose text has unbalanced quotes or brackets.
        let expected = lines.compactMap { try? CallbackPattern(possible: $0) }
        let isComplete = expected.count == lines.count && (action.isCall || !expected.isEmpty)
        self.init(action, expect: isComplete ? expected : nil)
    }
}

extension StepFailure {
    fileprivate var isRefusal: Bool {
        if case .impossible = self { true } else { false }
    }
}

extension FlowStep.Action {
    /// Whether it is a call of the app.
    fileprivate var isCall: Bool {
        switch self {
        case .command, .relaunch: false
        default: true
        }
    }
}
