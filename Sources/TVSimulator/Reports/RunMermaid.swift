import StructuredText

/// A run as a picture: for each profile a Mermaid sequence diagram, in a Markdown section that code hosts draw.
package enum RunMermaid {
    /// Draws one profile's flow: the app, its SDK, and the entitlement service.
    ///
    /// A report does not say in which order requests and callbacks of one step followed each other; the requests come first.
    package static func diagram(_ report: RunReport) -> String {
        var lines = [
            "## \(report.profile.onOneLine)\(report.passed ? "" : " (failed)")", "", "```mermaid", "sequenceDiagram",
            "    participant App", "    participant SDK as AccessEnabler",
            "    participant Service as Entitlement service",
        ]
        for step in report.steps { lines += arrows(of: step).map { "    " + $0 } }
        return (lines + ["```", ""]).joined(separator: "\n")
    }

    private static func arrows(of step: StepReport) -> [String] {
        let title = RunText.title(step)
        // What happens to the world comes from neither of the three, whatever comes of it.
        var lines = [
            FlowTable.callsOfTheApp.contains(step.call)
                ? "App->>SDK: \(safe(title))" : "Note over App,Service: \(safe(title))"
        ]
        for request in step.requests {
            lines.append("SDK->>Service: \(safe("\(request.method) \(request.path)"))")
            lines.append("Service-->>SDK: \(request.status.map(String.init) ?? "no answer")")
        }
        lines += step.callbacks.map { "SDK-->>App: \(safe($0.text))" }
        lines += (step.actions ?? []).map { "Note left of App: \(safe($0))" }
        lines += (step.notes ?? []).map { "Note over App,SDK: \(safe($0))" }
        lines += step.failures.map { "Note over App,SDK: FAIL #58; \(safe($0))" }
        return lines
    }

    /// The text as it may stand in a message: what Mermaid would read as an end or an entity is written as one.
    private static func safe(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").onOneLine.map { character in
            switch character {
            case "#": "#35;"
            case ";": "#59;"
            default: String(character)
            }
        }.joined()
    }
}
