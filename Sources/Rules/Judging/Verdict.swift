import TVSimEntitlementAPI

/// What came of a rule.
package enum Verdict: String, WireWord {
    /// The app broke it.
    case broken
    /// The app broke it, and the profile waives it with a reason.
    case waived
    /// It applied, and the app kept it.
    case held
    /// Evidence is missing that the rule needs.
    case notObservable = "not-observable"
    /// Nothing happened to which it applies.
    case notExercised = "not-exercised"

    /// The words of a report.
    package var words: String { rawValue.replacing("-", with: " ") }
}
