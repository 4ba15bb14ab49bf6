package import TVSimRuns
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimScenario

/// Formats an explanation as text: the callbacks, the condition that does not hold, and the remedy.
package enum ExplanationText {
    /// The marks of the text that have colours on a terminal.
    static let marks: [Terminal.Mark] = [
        .init("yes", .green), .init("NO", .red), .init("why:", .yellow), .init("because:", .faint),
        .init("note:", .faint), .init("to change that:", .yellow),
    ]

    /// Returns the text of an explanation.
    ///
    /// - Parameters:
    ///   - explanation: The explanation.
    ///   - isWhole: Whether to print all conditions and decisions, instead of the condition that does not hold.
    /// - Returns: The text.
    /// - Throws: An error if a value of the remedy cannot be written as JSON.
    package static func text(_ explanation: Explanation, isWhole: Bool) throws -> String {
        let callbacks = explanation.callbacks.filter { !$0.isTracking }.map { "  <- \($0.text)" }
        var lines = ["\(explanation.call) on device '\(explanation.device)', requestor \(explanation.requestor)"]
        lines += isWhole ? whole(explanation.rehearsal) + callbacks : callbacks + short(explanation.rehearsal)
        if let advice = try explanation.advice { lines.append("  to change that: \(advice)") }
        return lines.joined(separator: "\n")
    }

    private static let notStarted = "  the silent exchange would not start"

    private static func whole(_ rehearsal: Rehearsal) -> [String] {
        let conditions = rehearsal.conditions?.map { "  \($0.holds ? "yes" : "NO ")  \($0.condition)" }
        return (conditions ?? [notStarted]) + rehearsal.reasons.map { "  because: \($0)" }
    }

    private static func short(_ rehearsal: Rehearsal) -> [String] {
        var lines = rehearsal.remarks.map { "  note: \($0)" }
        if let failed = rehearsal.stoppedBy {
            lines.append("  NO   \(failed)")
        } else if let conditions = rehearsal.conditions {
            let all = ExchangeCondition.allCases.count
            lines.append("  yes  \(conditions.count == all ? "all" : "\(conditions.count) of") \(all) conditions hold")
        } else {
            lines.append(notStarted)
        }
        return lines + (rehearsal.failure?.reason.map { ["  why: \($0)"] } ?? [])
    }
}
