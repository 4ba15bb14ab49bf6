import AccessEnabler
package import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText

/// What led a world from its profile to an entry of its journal: the commands, and the calls of its app.
///
/// It begins at the last reset before the entry, or at the first entry. The journal has no requests of HTTP clients as
/// a whole, and nothing that a person does on a page, so not every journal can be repeated: see ``Replay``.
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
        let kept = try lines.filter { $0.number <= last }.map { (number: $0.number, entry: try Journal.entry($0)) }
        let reset = kept.lastIndex { $0.entry.isReset }
        guard reset != nil || oldest == 1 || kept.first?.entry.isImport == true else {
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
            if steps[0].isLaunch, place < entries.count {
                steps.append(entries[place])
                place += 1
            }
            guard steps[0].room == CommandTable.room || CallEntry.has(steps[0]) else { continue }
            guard !steps[steps.count - 1].isLaunch else {
                causes.append(Cause(place: begin, actions: [], obstacle: "the launch belongs to the call after it"))
                continue
            }
            do {
                causes.append(
                    Cause(place: begin, actions: try steps.map { try action(of: $0, profile) }, obstacle: nil))
            } catch let obstacle as Obstacle {
                causes.append(Cause(place: begin, actions: [], obstacle: obstacle.reason))
            } catch {
                let name = steps.map(\.event).joined(separator: " and ")
                causes.append(Cause(place: begin, actions: [], obstacle: "a flow has no step for '\(name)'"))
            }
        }
        return causes
    }

    private struct Obstacle: Error {
        let reason: String
    }

    private static func action(of entry: JournalEntry, _ profile: Profile) throws -> FlowStep.Action {
        let isCall = CallEntry.has(entry)
        var arguments = JSONValue.null
        if let text = entry.details[isCall ? CallEntry.arguments : CommandTable.argumentsDetail] {
            guard !Redaction.hasPseudonym(text) else {
                throw Obstacle(reason: "the journal does not keep the secret in '\(entry.event)'")
            }
            guard let read = try? JSONReader.value(of: text) else {
                throw Obstacle(reason: "the journal keeps only the beginning of the arguments of '\(entry.event)'")
            }
            arguments = read
        }
        guard !entry.isImport else { throw Obstacle(reason: "a flow cannot repeat an import of the state") }
        guard isCall else { return try command(entry.event, arguments, profile) }
        guard entry.details["app"] == profile.app.bundleID else {
            throw Obstacle(
                reason: "a flow has the calls of one app, \(profile.app.bundleID), and this one is of "
                    + (entry.details["app"] ?? "another"))
        }
        if entry.isLaunch { return .relaunch }
        return try ProfileDecoder.step(notation(entry.event, arguments), of: profile).action
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

extension JournalEntry {
    /// Whether an app was launched.
    fileprivate var isLaunch: Bool { CallEntry.has(self) && event == CallEntry.launch }

    /// Whether the whole state was replaced.
    fileprivate var isImport: Bool { room == CommandTable.room && event == CommandTable.importEvent }

    /// Whether the world was reset to its profile.
    fileprivate var isReset: Bool {
        room == CommandTable.room && event == SimulatorCommand.reset.name && outcome == "done"
    }
}
