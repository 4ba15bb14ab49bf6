package import Foundation
package import TVSimStateStorage
import TVSimStructuredText

/// A decision in the journal: what was decided, and when.
package struct JournalEntry: Sendable {
    /// The simulated time.
    package let at: Date
    /// The decision.
    package let decision: any JournalDecision
    /// The fault that caused the result; `nil` if no fault did.
    package let fault: InjectedFault?
    /// How often the transactions before the entry were repeated, because others changed what they had read.
    package let retries: Int

    /// Creates an entry.
    package init(at: Date, _ decision: any JournalDecision, fault: InjectedFault? = nil, retries: Int = 0) {
        self.at = at
        self.decision = decision
        self.fault = fault
        self.retries = retries
    }

    /// Returns the error for entries that cannot be read.
    package static func damaged(_ numbers: [Int]) -> StateError {
        let listed = numbers.prefix(5).map(String.init).joined(separator: ", ") + (numbers.count > 5 ? ", …" : "")
        return StateError(
            .malformedDocument,
            numbers.count == 1
                ? "entry \(listed) of the journal is damaged"
                : "\(numbers.count) entries of the journal are damaged: \(listed)")
    }

    /// The name of the decision's type.
    package var kind: String { (decision as? UnknownDecision)?.unknownKind ?? type(of: decision).kind }

    /// The fault that decided instead; `nil` if none did.
    package var decidingFault: InjectedFault? { fault.flatMap { $0.decides ? $0 : nil } }

    /// What came of the decision: a fault makes it fail.
    package var verdict: JournalVerdict? { decidingFault == nil ? decision.verdict : .failed }

    /// The entry for a reader.
    package var text: DecisionText {
        let text = decision.text
        guard retries > 0 else { return text }
        return DecisionText(
            text.room, text.event, text.outcome, text.reason,
            details: text.details.merging(["retries": String(retries)]) { first, _ in first })
    }
}

extension JournalEntry: Hashable {
    package static func == (one: JournalEntry, other: JournalEntry) -> Bool {
        one.at == other.at && one.fault == other.fault && one.retries == other.retries
            && AnyHashable(one.decision) == AnyHashable(other.decision)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(at)
        hasher.combine(AnyHashable(decision))
    }
}

/// The stored form of an entry: `{"at", "kind", "verdict", "value", "fault", "retries"}`.
///
/// A line without `kind` is of an older tvsim and has the texts of a ``DecisionText``. A new optional key of a value needs
/// no new state version; a new kind does not either, because an older program keeps it as an ``UnknownDecision``.
extension JournalEntry: Encodable {
    private enum CodingKeys: String, CodingKey {
        case at, kind, verdict, value, fault, retries
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(TimeText.format(at), forKey: .at)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(decision.verdict, forKey: .verdict)
        try decision.write(to: &container, forKey: .value)
        try container.encodeIfPresent(fault, forKey: .fault)
        if retries > 0 { try container.encode(retries, forKey: .retries) }
    }

    /// Reads an entry whose decision is of one of the given kinds.
    init(from decoder: any Decoder, kinds: JournalKinds) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let at = TimeText.instant(try container.decode(String.self, forKey: .at)) else {
            throw DecodingError.dataCorruptedError(forKey: .at, in: container, debugDescription: "not an instant")
        }
        let decision: any JournalDecision =
            switch try container.decodeIfPresent(String.self, forKey: .kind) {
            case nil: try TextDecision(from: decoder)
            case let kind?:
                if let type = kinds[kind] {
                    try container.decode(type, forKey: .value)
                } else {
                    UnknownDecision(
                        kind: kind, verdict: try container.decodeIfPresent(JournalVerdict.self, forKey: .verdict),
                        value: try container.decode(JSONValue.self, forKey: .value))
                }
            }
        self.init(
            at: at, decision, fault: try container.decodeIfPresent(InjectedFault.self, forKey: .fault),
            retries: try container.decodeIfPresent(Int.self, forKey: .retries) ?? 0)
    }
}
