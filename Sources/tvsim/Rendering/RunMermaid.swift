import TVSimEntitlementAPI
import TVSimReports
package import TVSimRuns
import TVSimScenario
import TVSimStructuredText

/// Formats a run as Markdown with a Mermaid sequence diagram for each profile, which code hosts render.
package enum RunMermaid {
    /// Returns the section of one profile, with the messages between the app, its SDK and the entitlement service.
    ///
    /// A record does not contain the order of a step's requests and callbacks. The diagram draws the requests first.
    package static func diagram(_ record: RunRecord) -> String {
        var lines = [
            "## \(MarkdownText.escaped(record.profile))\(record.passed ? "" : " (failed)")", "", "```mermaid",
            "sequenceDiagram",
            "    participant App", "    participant SDK as AccessEnabler",
            "    participant Service as Entitlement service",
        ]
        for step in record.steps { lines += arrows(of: step).map { "    " + $0 } }
        return (lines + ["```", ""]).joined(separator: "\n")
    }

    private static func arrows(of step: StepRecord) -> [String] {
        let title = safe(step.title)
        var lines = [step.action.isCallOfApp ? "App->>SDK: \(title)" : "Note over App,Service: \(title)"]
        for request in step.effect.requests {
            lines.append("SDK->>Service: \(safe("\(request.method) \(request.path)"))")
            lines.append("Service-->>SDK: \(request.answer)")
        }
        lines += step.callbacks.map { "SDK-->>App: \(safe($0.text))" }
        lines += step.effect.appActions.map { "Note left of App: \(safe($0.description))" }
        lines += step.effect.notes.map { "Note over App,SDK: \(safe($0.description))" }
        lines += step.failures.map { "Note over App,SDK: FAIL #58; \(safe($0))" }
        return lines
    }

    /// Escapes the characters that Mermaid reads as the end of a message, an entity, a directive or HTML.
    private static func safe(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine.unicodeScalars.map { scalar in
            "#;%<>".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
