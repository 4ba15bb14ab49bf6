package import SimulationCore

/// A provider's decision about a user name and a password; the password is not kept.
package struct SignInDecision: JournalDecision {
    /// What the provider answered.
    package enum Answer: String, Codable, Sendable {
        case accepted, wrongCredentials, rejected, invalidVerificationToken, timeout, unreachable
    }

    package static let kind = "signIn"
    /// The provider's identifier.
    package let provider: JournalText
    /// The user name.
    package let subscriber: JournalText
    /// What the provider answered.
    package let answer: Answer
    /// Why, as one sentence.
    package let explanation: JournalText

    init(_ answer: SignInAnswer, provider: String, subscriber: String, _ explanation: String) {
        self.provider = JournalText(provider)
        self.subscriber = JournalText(subscriber)
        self.answer =
            switch answer {
            case .accepted: .accepted
            case .wrongCredentials: .wrongCredentials
            case .rejected: .rejected
            case .invalidVerificationToken: .invalidVerificationToken
            case .timeout: .timeout
            case .unreachable: .unreachable
            }
        self.explanation = JournalText(explanation)
    }

    package var verdict: JournalVerdict? {
        switch answer {
        case .accepted: .ok
        case .wrongCredentials, .rejected, .invalidVerificationToken: .refused
        case .timeout, .unreachable: .failed
        }
    }

    package var text: DecisionText {
        DecisionText(
            ProviderJournal.room, "signIn", answer.rawValue, explanation.kept,
            details: ["provider": provider.kept, "subscriber": subscriber.kept])
    }
}
