import TVSimSDKVocabulary

extension EntitlementSession {
    /// What the SDK waits for, one line for each.
    var waits: [String] {
        var waits: [AppWait] = logouts.isUnderWay ? [.logoutPage] : []
        switch signIn.stage {
        case .choosing: waits.append(.picker)
        case .visiting: waits.append(.signInPage)
        case .polling, .ending: waits.append(.code)
        case .idle: break
        }
        return waits.map(\.line)
            + (waitsForRequestor ? ["the calls wait for setRequestor"] : [])
    }

    /// Ends what waits for the app or the user, as if the user had given up.
    func endWaits() {
        // A logout whose pages are dropped loads none, so that nothing is recorded.
        try? endLogout()
        guard signIn.hasBegun else { return }
        finishUnauthenticated(signIn.abandon(), PROVIDER_NOT_SELECTED_ERROR)
    }
}
