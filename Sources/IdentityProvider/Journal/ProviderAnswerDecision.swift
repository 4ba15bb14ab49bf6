package import SimulationCore

/// A provider's answer to a device that asks about a subscriber.
package struct ProviderAnswerDecision: JournalDecision {
    /// What the provider answered.
    package enum Answer: String, Codable, Sendable {
        case answered, answeredWithoutBody, rejected, invalidVerificationToken, timeout, unreachable
    }

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
    package let answer: Answer
    /// Why, as one sentence.
    package let explanation: JournalText

    init(_ answer: ProviderAnswer, to request: AttributeRequest, for requesters: [String], _ explanation: String) {
        provider = JournalText(request.provider)
        subscriber = JournalText(request.subscriber)
        query = request.form.event
        self.requesters = requesters.map { JournalText($0) }
        self.answer =
            switch answer {
            case .answered(_, nil): .answeredWithoutBody
            case .answered: .answered
            case .rejected: .rejected
            case .invalidVerificationToken: .invalidVerificationToken
            case .timeout: .timeout
            case .unreachable: .unreachable
            }
        self.explanation = JournalText(explanation)
    }

    package var verdict: JournalVerdict? {
        switch answer {
        case .answered, .answeredWithoutBody: .ok
        case .rejected, .invalidVerificationToken: .refused
        case .timeout, .unreachable: .failed
        }
    }

    package var text: DecisionText {
        DecisionText(
            ProviderJournal.room, query,
            answer == .answeredWithoutBody ? "answered without a body" : answer.rawValue, explanation.kept,
            details: .details([
                "provider": provider.kept, "subscriber": subscriber.kept,
                "requesters": ProviderJournal.names(of: requesters),
            ]))
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
