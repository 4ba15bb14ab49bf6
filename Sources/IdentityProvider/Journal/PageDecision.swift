package import TVSimCore

/// A page of a provider's web site that a browser gets.
package struct PageDecision: JournalDecision {
    package static let kind = "page"
    /// The method of the request.
    package let method: JournalText
    /// The beginning of the path, without the query.
    package let path: JournalText
    /// The status of the response; 0 if the browser gets none.
    package let status: Int
    /// The page, in a few words.
    package let page: JournalText
    /// Why, as one sentence.
    package let explanation: JournalText
    /// The parties for which the service provider asks; empty if it asks for itself.
    package let requesters: [JournalText]
    /// The defect of the SAML response that the page carries; `nil` if it has none.
    package let defect: SentDefect?
    package var way: JournalWay? { JournalWay(from: .app, to: .provider) }
    package let verdict: JournalVerdict?

    init(_ answer: SiteAnswer, method: String, path: some StringProtocol) {
        self.method = JournalText(method)
        self.path = JournalText(String(path.prefix(256)))
        status = answer.status
        page = JournalText(answer.outcome)
        explanation = JournalText(answer.reason)
        requesters = answer.requesters.map { JournalText($0) }
        defect = answer.defect
        verdict = answer.verdict
    }

    package var text: DecisionText {
        DecisionText(
            ProviderJournal.room, "\(method) \(path)", status == 0 ? page.kept : "\(status) \(page)", explanation.kept,
            details: .details(["requesters": ProviderJournal.names(of: requesters)]))
    }
}
