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

    package var visits: [CoverageItem] { [.callback(callback)] + (status.map { [.status($0)] } ?? []) }
}

extension CoverageItem {
    /// A callback that an app received.
    package static func callback(_ name: CallbackName) -> Self { Self(.callback, name.rawValue) }

    /// An advanced status that an app received.
    package static func status(_ code: AdvancedStatus.Code) -> Self { Self(.status, code.rawValue) }
}
