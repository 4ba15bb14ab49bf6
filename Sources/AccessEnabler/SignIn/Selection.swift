import EntitlementAPI
import SimulatedDevice

extension EntitlementSession {
    /// Takes the person's choice in the app's own dialog; `nil` ends the sign-in that is under way.
    ///
    /// A temporary pass authenticates at once. Another MVPD is signed in at where a sign-in waits for the choice; where
    /// none does, it is remembered for the next `getAuthentication`.
    ///
    /// spec entitlement § 1.6.
    func selectProvider(_ mvpd: String?, emit: @escaping Emit) async throws {
        let choice: SignInEvent.Choice
        switch mvpd.map({ id in (id, requestor?.mvpd(id)) }) {
        case nil: choice = .none
        case (let id, nil)?: choice = .unknown(id)
        case (let id, let configured?)?: choice = configured.isTempPass ? .pass(id) : .provider(id)
        }
        forgetPreauthorizations()
        // Whoever closes the page of a logout ends it; a sign-in that waits is what a choice of nobody is about.
        if mvpd == nil, logouts.isUnderWay, !signIn.hasBegun { return endLogout(emit: emit) }
        try await proceed(.chose(choice), emit: emit)
    }

    /// Takes the URL at which a page of the app ended: the end of a sign-in, or of a logout.
    ///
    /// spec entitlement § 1.6, § 1.8.
    func handle(_ url: String, emit: @escaping Emit) async throws {
        guard let useSVC = openPageUsesSVC else {
            return try record("handleExternalURL", "ignored", "no page is open")
        }
        let end = RedirectURL.end(ofPage: useSVC, of: app.bundleID)
        guard RedirectURL.isReached(url, end: end) else {
            return try record("handleExternalURL", "ignored", "the page that is open ends at '\(end)'")
        }
        if logouts.isUnderWay { return continueLogout(emit: emit) }
        try await proceed(.reachedRedirect, emit: emit)
    }

    /// Whether the page that is open is one for a Safari view controller; `nil`: none is open.
    private var openPageUsesSVC: Bool? {
        if let page = logouts.pages.first { return page.useSVC }
        guard case .visiting(let visit) = signIn.stage else { return nil }
        return visit.useSVC
    }

    /// Hands over the selected provider.
    func getSelectedProvider(emit: @escaping Emit) throws {
        guard let requestor else { return emit(.selectedProvider(nil)) }
        let selection = try TokenStorage.load(of: app).selection(of: requestor.id, for: app.bundleID)
        emit(.selectedProvider(selection.flatMap(requestor.mvpd)))
    }
}

/// The URLs at which the pages that an app loads come to their end.
enum RedirectURL {
    /// The URL of a page: the app's own scheme where it is shown in a Safari view controller, else the one for web views.
    static func end(ofPage useSVC: Bool, of bundleID: String) -> String {
        useSVC ? SafariRedirect.url(for: bundleID) : ADOBEPASS_REDIRECT_URL
    }

    /// Whether a URL is the end of a page: exactly, or with something that a page has added.
    static func isReached(_ url: String, end: String) -> Bool {
        guard url.hasPrefix(end) else { return false }
        return url.dropFirst(end.count).first.map { "/?#".contains($0) } ?? true
    }
}
