package import TVSimCore

/// A replacement of the whole state, so that a reader of the journal knows where it begins.
package enum ReplacementDecision: String, JournalDecision {
    /// The state of an export.
    case `import`
    /// The state of the profile, after which a new journal begins.
    case erase = "reset"

    package static let kind = "replacement"

    package var verdict: JournalVerdict? { .changed }

    package var text: DecisionText {
        DecisionText(CommandDecision.room, rawValue, CommandDecision.done, "the whole state was replaced")
    }
}
