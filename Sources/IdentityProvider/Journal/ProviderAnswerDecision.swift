package import TVSimCore
package import TVSimProviderMessages

/// A provider's answer to a device that asks about a subscriber.
package struct ProviderAnswerDecision: JournalDecision {
    package static let kind = "providerAnswer"
    /// The provider's identifier.
    package let provider: JournalText
    /// The subscriber's name.
    package let subscriber: JournalText
    /// The form of the query.
    package let query: String
    /// The parties for which the service provider asks; empty if it asks for itself.
    package let requesters: [JournalText]
    /// What the provider answered.
    package let answer: ProviderReply.Outcome
    /// Why, as one sentence.
    package let explanation: JournalText
    /// The defect of the response; `nil` if it has none.
    package let defect: SentDefect?

    init(
        _ reply: ProviderReply, to query: ProviderQuery, for requesters: [String], _ explanation: String,
        defect: SentDefect?
    ) {
        provider = JournalText(query.provider)
        subscriber = JournalText(query.subscriber)
        self.query = query.form.event
        self.requesters = requesters.map { JournalText($0) }
        answer = reply.outcome
        self.explanation = JournalText(explanation)
        self.defect = defect
    }

    package var way: JournalWay? { .within(.provider) }
    package var isCause: Bool { true }

    /// Whether the app got no response that it could hand over to the service.
    package var hasNothingToHandOver: Bool { answer != .answered }

    package var verdict: JournalVerdict? { answer.isFailure ? .failed : answer.isRefusal ? .refused : .ok }

    package var text: DecisionText {
        DecisionText(
            ProviderJournal.room, query, answer.words, explanation.kept,
            details: .details([
                "provider": provider.kept, "subscriber": subscriber.kept,
                "requesters": ProviderJournal.names(of: requesters),
            ]))
    }
}

extension ProviderQuery.Form {
    /// The name of the request in the journal.
    fileprivate var event: String {
        switch self {
        case .saml: "attributeQuery"
        case .api: "apiQuery"
        }
    }
}

/// What the providers' decisions have in common in the journal.
enum ProviderJournal {
    static let room = "IdentityProvider"

    /// Returns the names of the parties for which a service provider asks; `nil` if it asks for itself.
    static func names(of requesters: [JournalText]) -> String? {
        requesters.isEmpty ? nil : requesters.map(\.kept).joined(separator: " ")
    }
}
