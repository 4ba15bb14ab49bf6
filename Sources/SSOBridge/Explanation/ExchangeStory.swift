import TVSimCore
import TVSimSDKVocabulary
import TVSimStructuredText

/// Collects the conditions of one exchange as they are found, and records each in the journal with its reason.
final class ExchangeStory: Sendable {
    private let journal: Journal
    private let found = Locked<[ConditionFinding]>([])

    init(in journal: Journal) {
        self.journal = journal
    }

    var findings: [ConditionFinding] {
        found.withLockedValue { $0 }
    }

    /// Records that a condition holds.
    func holds(_ condition: ExchangeCondition, _ cause: ConditionCause) throws {
        try add(ConditionFinding(condition: condition, holds: true, cause: cause))
    }

    /// Records that a condition does not hold.
    func fails(_ condition: ExchangeCondition, _ cause: ConditionCause) throws {
        try add(ConditionFinding(condition: condition, holds: false, cause: cause))
    }

    /// Records that a condition that held before does not hold any more; later findings are dropped.
    func revokes(_ condition: ExchangeCondition, _ cause: ConditionCause) throws {
        found.withLockedValue { found in
            if let index = found.firstIndex(where: { $0.condition == condition }) { found.removeSubrange(index...) }
        }
        try fails(condition, cause)
    }

    /// Records a step that is not a condition.
    func note(_ step: ExchangeStep) throws { try journal.record(step) }

    private func add(_ finding: ConditionFinding) throws {
        found.withLockedValue { $0.append(finding) }
        try journal.record(finding)
    }
}
