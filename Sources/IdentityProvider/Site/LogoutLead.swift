import HTTPTypes

extension SiteContext {
    /// Leads a browser back to a service provider after a logout: at once, or by the page that the provider shows.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - told: What the page says, before the provider's name.
    ///   - outcome: The outcome for the journal.
    ///   - reason: The reason for the journal.
    ///   - endsSession: Whether the browser's session has ended.
    /// - Returns: A redirect or a page.
    func leadAfterLogout(
        to address: String, told: String, outcome: String, reason: String, endsSession: Bool
    ) -> SiteAnswer {
        let page = provider.logoutPage
        var answer = SiteAnswer(
            html: page == .none
                ? ""
                : SitePages.loggedOut(
                    "\(told) \(provider.displayName)", link: page == .blocked ? nil : link(to: address),
                    refreshes: page == .refresh),
            outcome: outcome,
            reason: page == .blocked
                ? "\(reason); the provider is configured to send no response (logoutPage: blocked)" : reason)
        if page == .none {
            answer.status = 302
            answer.fields[.location] = address
        }
        if endsSession { answer.fields[.setCookie] = cookie.removed }
        return answer
    }
}
