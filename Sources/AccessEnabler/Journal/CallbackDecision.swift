package import TVSimCore

/// A callback that an app receives; the journal tells its observer of it, and does not keep it.
package struct CallbackDecision: JournalDecision {
    package static let kind = "callback"
    /// The callback.
    package let callback: CallbackName
    /// The code of an advanced status that the SDK documents; `nil` for another callback.
    package let status: AdvancedStatus.Code?

    /// Creates the decision.
    package init(callback: CallbackName, status: AdvancedStatus.Code?) {
        self.callback = callback
        self.status = status
    }

    package var verdict: JournalVerdict? { nil }

    package var text: DecisionText {
        DecisionText(CallDecision.room, "callback", callback.rawValue, status?.rawValue ?? "")
    }
}
