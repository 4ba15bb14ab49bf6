import EntitlementAPI

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
        preauthorizations = PreauthorizationCache()
        try await proceed(.chose(choice), emit: emit)
    }

    /// Takes the URL at which a page of the app ended: the end of a sign-in, or of a logout.
    ///
    /// spec entitlement § 1.6, § 1.8.
    func handle(_ url: String, emit: @escaping Emit) async throws {
        guard url.hasPrefix(ADOBEPASS_REDIRECT_URL) || url.hasPrefix(SafariRedirect.prefix) else {
            return try record("handleExternalURL", "ignored", "the URL is none at which a page ends")
        }
        if !logoutPages.isEmpty { return try continueLogout(emit: emit) }
        if case .visiting = signIn.stage { return try await proceed(.reachedRedirect, emit: emit) }
        try record("handleExternalURL", "ignored", "no page is open")
    }

    /// Hands over the selected provider.
    func getSelectedProvider(emit: @escaping Emit) throws {
        guard let requestor else { return emit(.selectedProvider(nil)) }
        let selection = try TokenStorage.load(of: app).selection(of: requestor.id)
        emit(.selectedProvider(selection.flatMap(requestor.mvpd)))
    }
}
