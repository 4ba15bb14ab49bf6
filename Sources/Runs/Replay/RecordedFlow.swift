import TVSimCore
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// What led a world from its profile to an entry of its journal: the commands, and the calls of its app.
///
/// It begins at the last reset before the entry, or at the first entry. The journal has no requests of HTTP clients as
/// a whole, and nothing that a person does on a page, so not every journal can be repeated: see ``JournalReplay``.
package struct RecordedFlow: Sendable {
    /// One or two entries that record a command or a call.
    struct Cause: Sendable {
        /// The place of its first entry in ``RecordedFlow/entries``.
        let place: Int
        let actions: [FlowStep.Action]
        /// Why a flow cannot repeat it; `nil` if it can.
        let obstacle: String?
    }

    /// The profile from which the world was created.
    package let origin: WorldOrigin
    /// The number of the first entry.
    let first: Int
    let entries: [JournalEntry]
    let causes: [Cause]
    /// The documents of the world, if the flow ends where the world is now.
    let documents: [String: String]?

    /// The number of the last entry.
    package var last: Int { first + entries.count - 1 }

    /// Reads the journal of a world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - device: The name of its device, for errors.
    ///   - last: The number of the entry that the flow leads to; `nil` for the last one.
    /// - Throws: `CommandError` if the journal has no such entry, or not what led to it; `StateError` if the world cannot
    ///   be read.
    package init(of world: World, named device: String, through last: Int?) throws {
        let (lines, documents) = try world.simulation.store.snapshot { state in
            let lines = try state.log(from: 1)
            return (lines, try last ?? lines.last?.number == lines.last?.number ? state.documents() : [])
        }
        guard let newest = lines.last?.number, let oldest = lines.first?.number else {
            throw CommandError(.notFound, "the journal of device '\(device)' is empty")
        }
        let last = last ?? newest
        guard (oldest...newest).contains(last) else {
            throw CommandError(
                .notFound, "no entry \(last): the journal of device '\(device)' has the entries \(oldest) to \(newest)")
        }
        let kept = try lines.filter { $0.number <= last }
            .map { (number: $0.number, entry: try world.simulation.journal.entry($0)) }
        let reset = kept.lastIndex { $0.entry.decision.isReset }
        guard reset != nil || oldest == 1 || kept.first?.entry.decision.isImport == true else {
            throw CommandError(
                .notFound,
                "the journal begins with entry \(oldest), and the state before it is unknown; "
                    + "a journal that begins with 'tvsim device erase' can be repeated")
        }
        origin = try world.origin()
        guard origin.description.clockStart != .following else {
            throw CommandError(.invalid, "the clock follows the wall clock, so its times cannot be repeated")
        }
        first = reset.map { kept[$0].number + 1 } ?? oldest
        entries = kept[(reset.map { $0 + 1 } ?? 0)...].map(\.entry)
        if let place = entries.firstIndex(where: { $0.decision is TextDecision }) {
            throw CommandError(
                .invalid,
                "entry \(first + place) was recorded by an older tvsim, whose journals cannot be repeated; "
                    + "a journal that begins with 'tvsim device erase' can be")
        }
        causes = Self.causes(in: entries, of: Profile(origin))
        self.documents = last == newest ? Dictionary(uniqueKeysWithValues: documents.map { ($0.name, $0.json) }) : nil
    }

    /// Finds the entries that record a command or a call.
    private static func causes(in entries: [JournalEntry], of profile: Profile) -> [Cause] {
        var causes: [Cause] = []
        var place = 0
        while place < entries.count {
            let begin = place
            var steps = [entries[place]]
            place += 1
            // The launch of an app belongs to the call that it precedes.
            if steps[0].decision.isLaunch, place < entries.count {
                steps.append(entries[place])
                place += 1
            }
            guard steps[0].decision.isAction else { continue }
            guard !steps[steps.count - 1].decision.isLaunch else {
                causes.append(Cause(place: begin, actions: [], obstacle: "the launch belongs to the call after it"))
                continue
            }
            do {
                causes.append(
                    Cause(place: begin, actions: try steps.map { try action(of: $0.decision, profile) }, obstacle: nil))
            } catch let obstacle as Obstacle {
                causes.append(Cause(place: begin, actions: [], obstacle: obstacle.reason))
            } catch {
                let name = steps.map(\.text.event).joined(separator: " and ")
                causes.append(Cause(place: begin, actions: [], obstacle: "a flow has no step for '\(name)'"))
            }
        }
        return causes
    }

    private struct Obstacle: Error {
        let reason: String
    }

    private static func action(of decision: any JournalDecision, _ profile: Profile) throws -> FlowStep.Action {
        switch decision {
        case let command as CommandDecision:
            return try self.command(command.command, arguments(command.arguments, of: command.command), profile)
        case let call as CallDecision:
            let arguments = try arguments(call.arguments, of: call.call)
            guard call.app == profile.app.bundleID else {
                throw Obstacle(
                    reason: "a flow has the calls of one app, \(profile.app.bundleID), and this one is of \(call.app)")
            }
            if call.isLaunch { return .relaunch }
            return try ProfileDecoder.step(notation(call.call, arguments), of: profile).action
        default:
            throw Obstacle(reason: "a flow cannot repeat an import of the state")
        }
    }

    private static func arguments(_ arguments: JournalArguments, of name: String) throws -> JSONValue {
        guard !arguments.hadSecret else {
            throw Obstacle(reason: "the journal does not keep the secret in '\(name)'")
        }
        guard arguments.beginning == nil else {
            throw Obstacle(reason: "the journal keeps only the beginning of the arguments of '\(name)'")
        }
        return arguments.value ?? .null
    }

    private static func command(
        _ name: String, _ arguments: JSONValue, _ profile: Profile
    ) throws -> FlowStep.Action {
        let action = try ProfileDecoder.step(notation(name, arguments), of: profile).action
        if action == .command(.followClock) {
            throw Obstacle(reason: "a flow cannot repeat the time of a clock that follows the wall clock")
        }
        return action
    }

    private static func notation(_ name: String, _ arguments: JSONValue) -> JSONValue {
        arguments == .null ? .string(name) : .object([name: arguments])
    }
}

extension JournalDecision {
    /// Whether it is a command or a call, and not a decision about one.
    var isAction: Bool { self is CommandDecision || self is CallDecision || self is ReplacementDecision }

    /// Whether an app was launched.
    fileprivate var isLaunch: Bool { (self as? CallDecision)?.isLaunch ?? false }

    /// Whether the state of an export replaced the whole state.
    fileprivate var isImport: Bool { self as? ReplacementDecision == .import }

    /// Whether the world was reset to its profile.
    fileprivate var isReset: Bool {
        if self as? ReplacementDecision == .erase { return true }
        guard let command = self as? CommandDecision else { return false }
        return command.command == SimulatorCommand.reset.name && command.refusal == nil
    }
}
