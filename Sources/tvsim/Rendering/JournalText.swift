import Settings
package import SimulatedWorld
import SimulationCore

/// A part of the journal as a person reads it: one line a decision, with its number and the simulated instant.
package enum JournalText {
    /// Writes the decisions of a page.
    package static func text(_ page: JournalPage) -> String {
        guard !page.entries.isEmpty else { return "no entries" }
        return page.entries.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
            .joined(separator: "\n")
    }
}
