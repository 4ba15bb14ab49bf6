import TVSimCore
import TVSimSDKVocabulary
import TVSimSSOBridge
package import TVSimScenario
import TVSimStateStorage
package import TVSimWorld

extension ConditionOutlook {
    /// The most rehearsals of one outlook: each condition can fail once, and something else before and after them.
    private static let rounds = 12

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
        _ call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
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
