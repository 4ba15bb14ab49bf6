import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimStateStorage
package import TVSimStructuredText
package import TVSimWorld

/// A history as the file `evidence.json` keeps it, so that it can be judged again.
package struct KeptHistory: Codable, Sendable {
    /// An observation: a request, a decision as a line of the journal, or a call of a framework.
    private struct Item: Codable, Sendable {
        let number: Int
        let at: String
        let elapsed: Double?
        let arrived: Double?
        var request: RequestFact?
        var inputs: [InputFate]?
        var decision: JSONValue?
        var app: String?
        var call: FrameworkCall.Question?
    }

    /// The world; `nil` for the served world.
    package let world: String?
    private let isWhole: Bool
    private let platform: String?
    private let rules: JSONValue
    private let parts: [[Item]]

    /// Keeps a history.
    ///
    /// - Parameters:
    ///   - history: The history, with the observations of the app alone.
    ///   - world: The name of its world; `nil` for the served world.
    ///   - settings: What the world's profile says about the app.
    /// - Throws: An error of the encoder.
    package init(_ history: History, of world: String?, _ settings: RuleSettings) throws {
        (self.world, isWhole, platform) = (world, history.isWhole, history.platform?.rawValue)
        rules = RuleSettings.fields.write(settings)
        parts = try history.parts.map { part in try part.compactMap(Self.item) }
    }

    /// Returns an observation as it is kept; `nil` for one that no rule reads.
    private static func item(_ observation: Observation) throws -> Item? {
        guard observation.isRead else { return nil }
        var item = Item(
            number: observation.number, at: TimeText.format(observation.at), elapsed: observation.elapsed,
            arrived: observation.arrived)
        switch observation.event {
        case .request(let fact): (item.request, item.inputs) = (fact, observation.inputs)
        case .call(let call): (item.app, item.call) = (call.app, call.question)
        case .decision(let decision):
            let line = try JSONText.line(JournalEntry(at: observation.at, decision))
            item.decision = try JSONValue(json: Data(line.utf8))
        }
        return item
    }

    /// Returns the history that was kept.
    ///
    /// - Throws: `CommandError` if the document is not one that ``init(_:of:_:)`` makes.
    package func history() throws(CommandError) -> History {
        var history = History()
        history.isWhole = isWhole
        history.platform = platform.flatMap(DeviceSettings.Platform.init)
        for part in parts {
            history.begin()
            for item in part {
                do {
                    history.add(try Self.observation(item))
                } catch {
                    throw CommandError(.malformed, "entry \(item.number) of the history cannot be read")
                }
            }
        }
        return history
    }

    private static func observation(_ item: Item) throws -> Observation {
        guard let at = TimeText.instant(item.at) else { throw JournalEntry.damaged([item.number]) }
        let event: Observation.Event
        if let fact = item.request {
            event = .request(fact)
        } else if let question = item.call {
            event = .call(FrameworkCall(app: item.app ?? "", question, at: at))
        } else {
            let line = LogLine(number: item.number, text: try JSONText.line(item.decision ?? .null))
            event = .decision(try JournalKinds.all.entry(line).decision)
        }
        var observation = Observation(
            number: item.number, at: at, elapsed: item.elapsed, arrived: item.arrived, event: event)
        observation.inputs = item.inputs
        return observation
    }

    /// Returns what the profile of the world said about the app.
    ///
    /// - Throws: `CommandError` if the document does not have it.
    package func settings() throws(CommandError) -> RuleSettings {
        var settings = RuleSettings()
        do {
            let notes = ReadingNotes(clock: SimulatedClock.defaultStart, isStored: true)
            try RuleSettings.fields.read(ValueCursor(rules), into: &settings, notes)
        } catch {
            throw CommandError(.malformed, "the 'rules' of the history cannot be read: \(error.placedReason)")
        }
        return settings
    }
}
