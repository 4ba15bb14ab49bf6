import NIOConcurrencyHelpers
import SimulationCore

/// Collects the conditions of one exchange as they are found, and writes each down with its reason.
final class ExchangeStory: Sendable {
    private let journal: Journal
    private let found = NIOLockedValueBox<[ConditionFinding]>([])

    init(journal: Journal) {
        self.journal = journal
    }

    var findings: [ConditionFinding] {
        found.withLockedValue { $0 }
    }

    /// Notes that a condition holds.
    func holds(_ condition: ExchangeCondition, _ reason: String) throws {
        try add(ConditionFinding(condition: condition, holds: true, reason: reason))
    }

    /// Notes that a condition does not hold, and passes on what that means.
    func fails(_ condition: ExchangeCondition, _ reason: String, _ stop: ExchangeStop) throws -> ExchangeStop {
        try add(ConditionFinding(condition: condition, holds: false, reason: reason))
        return stop
    }

    /// Notes that a condition that was found to hold does not, and passes on what that means; what came after it goes.
    func revokes(_ condition: ExchangeCondition, _ reason: String, _ stop: ExchangeStop) throws -> ExchangeStop {
        found.withLockedValue { found in
            if let index = found.firstIndex(where: { $0.condition == condition }) { found.removeSubrange(index...) }
        }
        return try fails(condition, reason, stop)
    }

    /// Notes a step that is no condition.
    func note(_ event: String, _ outcome: String, _ reason: String) throws {
        try journal.record(room: "SSOBridge", event: event, outcome: outcome, reason: reason)
    }

    private func add(_ finding: ConditionFinding) throws {
        found.withLockedValue { $0.append(finding) }
        try journal.record(
            room: "SSOBridge", event: finding.condition.rawValue, outcome: finding.holds ? "holds" : "does not hold",
            reason: finding.reason)
    }
}
