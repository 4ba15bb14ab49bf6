import TVSimCore
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimStateStorage
package import TVSimStructuredText
package import TVSimWorld

/// All conditions of a call, also those after the first that does not hold.
///
/// The remedy of each failure is applied to a copy of the device, and the call is rehearsed again. So the code of the
/// exchange judges the later conditions too, and all remedies together are known to work.
package struct ConditionOutlook: Codable, Sendable, Hashable {
    /// The most rehearsals of one outlook: each condition can fail once, and something else before and after them.
    private static let rounds = 12

    /// What must hold for a silent exchange to succeed.
    package struct Item: Codable, Sendable, Hashable {
        /// The name of a condition, `exchangeStarted` or `profileIssued`.
        package var name: String
        /// Whether it holds, after the remedies of the items before it.
        package var holds: Bool
        /// Why, as one sentence; absent if the call gives no reason.
        package var reason: String?
        /// How many remedies of the list were applied when the item was judged.
        package var after: Int
        /// What changes an item that does not hold; absent if nothing does.
        package var remedy: Advice?
    }

    /// A remedy as its readers need it.
    package struct Advice: Codable, Sendable, Hashable {
        /// A command, or words if only another profile helps.
        package var text: String
        /// The body of `POST commands`; absent if no command helps.
        package var event: JSONValue?
    }

    /// The call.
    package var call: Explanation.Call
    /// What must hold, in the order in which it is judged.
    package var conditions: [Item]
    /// Whether everything holds after all remedies.
    package var succeedsAfterAll: Bool

    /// Judges all conditions of a call on copies of a device; the device itself does not change.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - world: The device's world.
    ///   - device: The device's name.
    ///   - reader: The reader of the remedies' commands.
    /// - Returns: The outlook.
    /// - Throws: `StateError` if the world's state cannot be read.
    package static func of(
        _ call: Explanation.Call, in world: World, named device: String, for reader: Remedy.Reader
    ) async throws -> ConditionOutlook {
        let copy = World(store: OverlayStore(over: world.simulation.store), recorder: nil)
        var outlook = ConditionOutlook(call: call, conditions: [], succeedsAfterAll: false)
        var applied: [Remedy] = []
        for _ in 0..<rounds {
            let found = try await Explanation.of(call, in: copy, named: device, for: reader)
            outlook.take(found.rehearsal, after: applied.count)
            guard let failure = found.failure else {
                outlook.succeedsAfterAll = true
                break
            }
            let remedy = found.remedy.flatMap { applied.contains($0) ? nil : $0 }
            outlook.conditions.append(
                Item(
                    name: failure.name, holds: false, reason: failure.reason, after: applied.count,
                    remedy: try remedy.map { Advice(text: try $0.text(for: reader), event: $0.command) }))
            guard let remedy, let event = remedy.command else { break }
            try copy.perform(event: event)
            applied.append(remedy)
        }
        return outlook
    }

    /// Adds what holds and is not listed yet; what failed and was remedied is listed as a failure.
    private mutating func take(_ rehearsal: Rehearsal, after count: Int) {
        func add(_ name: String, _ reason: String? = nil) {
            guard !conditions.contains(where: { $0.name == name }) else { return }
            conditions.append(Item(name: name, holds: true, reason: reason, after: count))
        }
        for finding in rehearsal.conditions ?? [] where finding.holds {
            add(finding.condition.rawValue, finding.cause.description)
        }
        if rehearsal.conditions != nil, rehearsal.failure == nil { add("profileIssued") }
    }
}

extension Explanation {
    /// What stops the call, or has a remedy; `nil` if nothing does.
    fileprivate var failure: (name: String, reason: String?)? {
        if let failure = rehearsal.failure { return failure }
        return remedy == nil ? nil : (rehearsal.place, nil)
    }
}

extension Rehearsal {
    /// Where something fails that is not a condition.
    fileprivate var place: String { conditions == nil ? "exchangeStarted" : "profileIssued" }

    /// What stopped the calls; `nil` if nothing did.
    fileprivate var failure: (name: String, reason: String?)? {
        if let failed = conditions?.first(where: { !$0.holds }) {
            return (failed.condition.rawValue, failed.cause.description)
        }
        let stop = deciding.first?.effect.exchange?.stop
        guard obstacle != nil || stop != nil || !faults.isEmpty else { return nil }
        let refusal = deciding.flatMap { $0.decisions ?? [] }.last { [.refused, .failed].contains($0.verdict) }
        return (place, refusal?.text.reason ?? stop?.serviceFailure ?? reasons.last)
    }
}
