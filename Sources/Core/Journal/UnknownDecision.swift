package import TVSimStructuredText

/// A decision of a kind that this version of tvsim does not know, as a newer version wrote it.
package struct UnknownDecision: JournalDecision {
    package static let kind = "unknown"
    /// The kind that the newer version wrote.
    package let unknownKind: String
    package let verdict: JournalVerdict?
    private let value: JSONValue

    package init(kind: String, verdict: JournalVerdict?, value: JSONValue) {
        unknownKind = kind
        self.verdict = verdict
        self.value = value
    }

    package var text: DecisionText {
        DecisionText(
            "unknown", unknownKind, verdict?.rawValue ?? "recorded",
            "a newer version of tvsim recorded it: \((try? JSONText.line(value)) ?? "")")
    }

    package init(from decoder: any Decoder) throws {
        self.init(kind: Self.kind, verdict: nil, value: try JSONValue(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
