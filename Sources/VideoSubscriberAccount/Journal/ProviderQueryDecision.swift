import SimulatedDevice
package import SimulationCore

/// The framework's query to a provider, and the provider's reply as the device sees it.
package struct ProviderQueryDecision: JournalDecision {
    /// What the provider replied.
    package enum Reply: String, Codable, Sendable {
        case answered, answeredWithoutBody, rejected, invalidVerificationToken, timeout, unreachable
    }

    package static let kind = "providerQuery"
    /// The provider's identifier.
    package let provider: JournalText
    /// The attributes that the app asked for.
    package let attributes: [JournalText]
    /// What the provider replied.
    package let reply: Reply

    init(_ reply: ProviderReply, of provider: String, to attributes: [String]) {
        self.provider = JournalText(provider)
        self.attributes = attributes.map { JournalText($0) }
        self.reply =
            switch reply {
            case .answered(_, nil): .answeredWithoutBody
            case .answered: .answered
            case .rejected: .rejected
            case .invalidVerificationToken: .invalidVerificationToken
            case .timeout: .timeout
            case .unreachable: .unreachable
            }
    }

    package var verdict: JournalVerdict? {
        switch reply {
        case .answered, .answeredWithoutBody: .ok
        case .rejected, .invalidVerificationToken: .refused
        case .timeout, .unreachable: .failed
        }
    }

    package var text: DecisionText {
        DecisionText(
            FrameworkJournal.room, "attributeQuery",
            reply == .answeredWithoutBody ? "answered without a body" : reply.rawValue,
            "the provider '\(provider)' was asked for \(attributes.map(\.kept).joined(separator: ", "))")
    }
}
