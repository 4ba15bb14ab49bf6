package import TVSimCore
package import TVSimProviderMessages

/// The framework's query to a provider, and the provider's reply as the device sees it.
package struct ProviderQueryDecision: JournalDecision {
    package static let kind = "providerQuery"
    /// The provider's identifier.
    package let provider: JournalText
    /// The attributes that the app asked for.
    package let attributes: [JournalText]
    /// What the provider replied.
    package let reply: ProviderReply.Outcome

    init(_ reply: ProviderReply, of provider: String, to attributes: [String]) {
        self.provider = JournalText(provider)
        self.attributes = attributes.map { JournalText($0) }
        self.reply = reply.outcome
    }

    package var way: JournalWay? { JournalWay(from: .framework, to: .provider) }
    package var isCause: Bool { true }

    package var verdict: JournalVerdict? { reply.isFailure ? .failed : reply.isRefusal ? .refused : .ok }

    package var text: DecisionText {
        DecisionText(
            FrameworkJournal.room, "attributeQuery", reply.words,
            "the provider '\(provider)' was asked for \(attributes.map(\.kept).joined(separator: ", "))")
    }
}
