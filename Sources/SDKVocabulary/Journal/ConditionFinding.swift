package import TVSimCore

/// One condition of the silent exchange as it was found, with the cause.
package struct ConditionFinding: JournalDecision {
    package static let kind = "condition"
    static let room = "SSOBridge"

    /// The condition.
    package let condition: ExchangeCondition
    /// Whether it holds.
    package let holds: Bool
    /// Why.
    package let cause: ConditionCause

    /// Creates the finding.
    package init(condition: ExchangeCondition, holds: Bool, cause: ConditionCause) {
        self.condition = condition
        self.holds = holds
        self.cause = cause
    }

    /// An app whose condition does not hold continues with the classic sign-in.
    package var verdict: JournalVerdict? { holds ? .ok : .fellBack }

    package var text: DecisionText {
        DecisionText(Self.room, condition.rawValue, holds ? "holds" : "does not hold", cause.description)
    }

    package var way: JournalWay? { .within(.sdk) }
    package var setting: DecidingSetting? { holds ? nil : cause.setting }
    package var visits: [CoverageItem] { [.condition(condition, holds: holds)] }
}

extension CoverageItem {
    /// A condition of the silent exchange that held or failed.
    package static func condition(_ condition: ExchangeCondition, holds: Bool) -> Self {
        Self(.condition, "\(condition.rawValue) \(holds ? "holds" : "fails")")
    }
}
