import NIOConcurrencyHelpers
import SimulationCore

/// Collects the conditions of one exchange as they are found, and records each in the journal with its reason.
final class ExchangeStory: Sendable {
    private let journal: Journal
    private let found = NIOLockedValueBox<[ConditionFinding]>([])

    init(in journal: Journal) {
        self.journal = journal
    }

    var findings: [ConditionFinding] {
        found.withLockedValue { $0 }
    }

    /// Records that a condition holds.
    func holds(_ condition: ExchangeCondition, _ reason: String) throws {
        try add(ConditionFinding(condition: condition, holds: true, reason: reason))
    }

    /// Records that a condition does not hold.
    func fails(_ condition: ExchangeCondition, _ reason: String) throws {
        try add(ConditionFinding(condition: condition, holds: false, reason: reason))
    }

    /// Records that a condition that held before does not hold any more; later findings are dropped.
    func revokes(_ condition: ExchangeCondition, _ reason: String) throws {
        found.withLockedValue { found in
            if let index = found.firstIndex(where: { $0.condition == condition }) { found.removeSubrange(index...) }
        }
        try fails(condition, reason)
    }

    /// Records a step that is not a condition.
    func note(_ event: String, _ outcome: String, _ reason: String) throws {
        try journal.record(room: "SSOBridge", event: event, outcome: outcome, reason: reason)
    }

    private func add(_ finding: ConditionFinding) throws {
        found.withLockedValue { $0.append(finding) }
        try note(finding.condition.rawValue, finding.outcome, finding.reason)
    }
}
