import Settings
package import SimulatedWorld
import SimulationCore

/// Formats journal entries as text: one line for each, with its number and simulated time.
package enum JournalText {
    /// Returns the text of a page of entries.
    package static func text(_ page: JournalPage) -> String {
        guard !page.entries.isEmpty else { return "no entries" }
        return page.entries.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
            .joined(separator: "\n")
    }
}
