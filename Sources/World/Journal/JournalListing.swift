package import TVSimCore
package import TVSimEntitlementAPI
package import TVSimEntitlementService
package import TVSimStructuredText

/// A page of a journal as JSON, whose schema is that of this type.
package struct JournalListing: Codable, Sendable {
    /// A decision: its texts for people, and kind, verdict and value for programs.
    package struct Entry: Codable, Shaped {
        let number: Int
        let at: String
        let room: String
        let event: String
        let outcome: String
        let reason: String
        let details: [String: String]
        let fault: InjectedFault?
        /// The command of the test as a sentence; `nil` for another decision.
        let sentence: String?
        let kind: String
        let verdict: JournalVerdict?
        let value: DecisionValue

        package static let shapes = [Shape(of: Self.self, ["at": Schema.instant], isPartial: true)]

        init(_ number: Int, _ entry: JournalEntry) {
            let text = entry.text
            (self.number, at) = (number, TimeText.format(entry.at))
            (room, event, outcome, reason) = (text.room, text.event, text.outcome, text.reason)
            (details, fault) = (text.details, entry.fault)
            sentence = CommandSentence.text(of: entry.decision)
            (kind, verdict, value) = (entry.kind, entry.verdict, DecisionValue(decision: entry.decision))
        }
    }

    let count: Int
    let first: Int
    let last: Int
    let entries: [Entry]
    /// The numbers of the entries that cannot be read; `nil` if all can be.
    let damaged: [Int]?

    init(_ page: JournalPage) {
        (count, first, last) = (page.count, page.first, page.last)
        entries = page.entries.map { Entry($0.number, $0.entry) }
        damaged = page.damaged.isEmpty ? nil : page.damaged
    }
}

/// The value of a decision in a page: it is written as its kind writes it, and any JSON is read.
struct DecisionValue: Codable, Sendable {
    let decision: any JournalDecision

    init(decision: any JournalDecision) {
        self.decision = decision
    }

    init(from decoder: any Decoder) throws {
        decision = try UnknownDecision(from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try decision.encode(to: encoder) }
}

extension DecisionValue: SchemaValue {
    static func schema(by reader: SchemaReader) -> JSONValue { [:] }
    static var sample: DecisionValue { DecisionValue(decision: UnknownDecision(kind: "", verdict: nil, value: .null)) }
}

extension JournalVerdict: WireWord {}
extension DecidingSetting.Group: WireWord {}
extension RequestDecision.Words.Speaker: WireWord {}
extension JournalLane: WireWord {}
extension InputFate.Fate: WireWord {}
extension InputCheck: WireWord {}

extension JournalText: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { String.schema(by: reader) }
    package static var sample: JournalText { "" }
}

extension FaultOperation: SchemaValue {
    package static func schema(by reader: SchemaReader) -> JSONValue { String.schema(by: reader) }
    package static var sample: FaultOperation { FaultOperation(rawValue: "") }
}
