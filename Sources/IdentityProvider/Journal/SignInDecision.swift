package import TVSimCore
package import TVSimProviderMessages

/// A provider's decision about a user name and a password; the password is not kept.
package struct SignInDecision: JournalDecision {
    package static let kind = "signIn"
    /// The provider's identifier.
    package let provider: JournalText
    /// The user name.
    package let subscriber: JournalText
    /// What the provider answered.
    package let answer: SignInReply.Outcome
    /// Why, as one sentence.
    package let explanation: JournalText

    init(_ reply: SignInReply, to attempt: SignInAttempt, _ explanation: String) {
        provider = JournalText(attempt.provider)
        subscriber = JournalText(attempt.subscriber)
        answer = reply.outcome
        self.explanation = JournalText(explanation)
    }

    package var way: JournalWay? { .within(.provider) }
    package var isCause: Bool { true }

    package var verdict: JournalVerdict? { answer.isFailure ? .failed : answer == .accepted ? .ok : .refused }

    package var text: DecisionText {
        DecisionText(
            ProviderJournal.room, "signIn", answer.rawValue, explanation.kept,
            details: ["provider": provider.kept, "subscriber": subscriber.kept])
    }
}
