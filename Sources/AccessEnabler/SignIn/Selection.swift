import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText

extension EntitlementSession {
    /// Takes the user's choice in the app's own dialog; `nil` ends the sign-in that is in progress.
    ///
    /// A temporary pass authenticates at once. Another MVPD opens its page if a sign-in waits for the choice; else it is
    /// remembered for the next `getAuthentication`.
    func selectProvider(_ mvpd: MVPDID?) async throws {
        let choice: SignInEvent.Choice
        switch mvpd.map({ id in (id, requestor?.mvpd(id)) }) {
        case nil: choice = .none
        case (let id, nil)?: choice = .unknown(id)
        case (let id, let configured?)?: choice = configured.isTempPass ? .pass(id) : .provider(id)
        }
        preauthorizations = PreauthorizationCache()
        // An app that closes the page of a logout ends the logout, unless a sign-in waits for the choice.
        if mvpd == nil, logouts.isUnderWay, !signIn.hasBegun { return try endLogout() }
        try await continueSignIn(.chose(choice))
    }

    /// Takes the URL at which a page of the app ended: the end of a sign-in, or of a logout.
    func handle(_ url: String) async throws {
        guard let useSVC = openPageUsesSVC else {
            return try record(.noPageOpen)
        }
        let redirect = RedirectURL.ofPage(inSafariViewController: useSVC, of: app.bundleID)
        guard RedirectURL.isReached(redirect, by: url) else {
            return try record(.otherPageOpen(end: JournalText("\(redirect)")))
        }
        if logouts.isUnderWay { return try continueLogout() }
        try await continueSignIn(.reachedRedirect)
    }

    /// Whether the page that is open needs a Safari view controller; `nil` if no page is open.
    private var openPageUsesSVC: Bool? {
        if let page = logouts.pages.first { return page.useSVC }
        guard case .visiting(let visit) = signIn.stage else { return nil }
        return visit.useSVC
    }

    /// Tells the app which MVPD is selected.
    func getSelectedProvider() throws {
        guard let requestor else { return emit(.selectedProvider(nil)) }
        let selection = try TokenStorage.load(of: app).selection(of: requestor.id, for: app.bundleID)
        emit(.selectedProvider(selection.flatMap(requestor.mvpd)))
    }
}
