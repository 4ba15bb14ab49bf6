package import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario

/// Formats an explanation as text: the conditions, the reasons, the callbacks and the remedy.
package enum ExplanationText {
    /// The marks of the text that have colours on a terminal.
    static let marks: [Terminal.Mark] = [
        .init("yes", .green), .init("NO", .red), .init("because:", .faint), .init("to change that:", .yellow),
    ]

    /// Returns the text of an explanation.
    package static func text(_ explanation: Explanation) throws -> String {
        var lines = ["\(explanation.call) on device '\(explanation.device)', requestor \(explanation.requestor)"]
        if let conditions = explanation.rehearsal.conditions {
            lines += conditions.map { "  \($0.holds ? "yes" : "NO ")  \($0.condition)" }
        } else {
            lines.append("  the silent exchange would not start")
        }
        lines += explanation.rehearsal.reasons.map { "  because: \($0)" }
        lines += explanation.callbacks.filter { !$0.isTracking }.map { "  <- \($0.text)" }
        if let advice = try explanation.advice { lines.append("  to change that: \(advice)") }
        return lines.joined(separator: "\n")
    }
}
