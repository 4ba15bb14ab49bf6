package import TVSimCore

/// The arrival of a browser at the page that stands for the client's own one after a sign-in or a logout.
package struct LandingDecision: JournalDecision {
    package static let kind = "landing"

    /// The parameters of the address, without secrets.
    package let parameters: [String: JournalText]

    /// Creates a decision about an arrival.
    ///
    /// - Parameter fields: The parameters of the address; the first of a name counts.
    package init(_ fields: [(name: String, value: String)]) {
        parameters = Dictionary(
            fields.map { (JournalText($0.name).kept, JournalText($0.value, named: $0.name)) }
        ) { first, _ in first }
    }

    package var verdict: JournalVerdict? { .ok }

    package var text: DecisionText {
        DecisionText(
            "Browser", "GET /_sim/landing", "arrived",
            parameters.isEmpty ? "without parameters" : "with " + parameters.keys.sorted().joined(separator: ", "),
            details: parameters.mapValues(\.kept))
    }
}
