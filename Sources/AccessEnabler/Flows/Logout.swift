import Foundation
import TVSimDevice
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText

extension EntitlementSession {
    /// Drops every token, and has the service remove its profiles.
    ///
    /// An app cannot sign out of the system-level account. If a token came from it, `VSA203` tells the app to send the user to
    /// Settings, because the next `setRequestor` would sign in again.
    func logout() async throws {
        refuseResources(signIn.abandon())
        forgetDecisions()
        authenticationRequest = AuthenticationRequest()
        let now = try now()
        // The storage keeps the profiles whose removal fails, and a later call removes them.
        let (sessions, cleared) = try TokenStorage.update(of: app) { storage in
            let sessions = storage.sessions(at: now)
            storage.clear()
            return (sessions, storage)
        }
        let sessionIsOfThePlatform = sessions.contains { $0.token.source == .apple }
        let urls = try await removeProfiles(cleared)
        if sessionIsOfThePlatform {
            let message =
                "The session came from the system-level account: only the user can sign out of it, in Settings."
            emit(.status(AdvancedStatus(.platformLogoutNeeded, message: message)))
        }
        let pages = try platform() == .tvOS ? [] : sessions.compactMap { page(for: $0, urls) }
        // A page that the SDK shows itself ends without the app.
        for page in pages where isShownHere(page) { emit(.navigate(url: page.url, useSVC: true, handledBySDK: true)) }
        try perform(logouts.begin(pages.filter { !isShownHere($0) }))
    }

    /// Has every service remove the profiles of dropped tokens.
    ///
    /// - Returns: The services' logout pages, by requestor and MVPD.
    private func removeProfiles(_ storage: TokenStorage) async throws -> [RequestorID: [MVPDID: String]] {
        var urls: [RequestorID: [MVPDID: String]] = [:]
        for (requestor, removals) in storage.removals.sorted(by: { $0.key < $1.key }) {
            for (mvpd, removal) in removals.sorted(by: { $0.key < $1.key }) {
                let answer = try await remove(removal, mvpd: mvpd, of: requestor)
                urls[requestor, default: [:]][mvpd] = answer?.logouts[mvpd]?.url
            }
        }
        return urls
    }

    /// Continues a logout after its open page has ended.
    func continueLogout() throws {
        try perform(logouts.pageEnded())
    }

    /// Ends a logout before the app has loaded every page.
    func endLogout() throws {
        try perform(logouts.abandonPages())
    }

    /// Whether the SDK shows a page itself, in a Safari view controller of its own.
    private func isShownHere(_ page: LogoutPage) -> Bool { page.useSVC && !options.handlesSafariViewController }

    private func perform(_ actions: [LogoutFlow.Action]) throws {
        for action in actions {
            switch action {
            case .load(let page):
                try record(.waits(.logoutPage))
                emit(.navigate(url: page.url, useSVC: page.useSVC, handledBySDK: false))
            case .reportNotAuthenticated: emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
            }
        }
    }

    /// The page that logs the user out of the MVPD of a session.
    ///
    /// A session of the system-level account has one too, although its MVPD has nothing to end there. A degradation and a
    /// temporary pass have none.
    private func page(for session: TokenStorage.Session, _ urls: [RequestorID: [MVPDID: String]]) -> LogoutPage? {
        let token = session.token
        var path = urls[session.requestor]?[token.mvpd]
        if path == nil, token.source == .apple {
            path = LogoutAddress.path(
                mvpd: token.mvpd, requestor: session.requestor, redirectURL: redirectURL(of: token.mvpd))
        }
        return path.map { path in
            // The service returns a whole URL, or one relative to itself.
            let url = path.hasPrefix("/") ? pages(at: ServiceAddress(url: token.service)) + path : path
            return LogoutPage(url: url, useSVC: requestor?.mvpd(token.mvpd)?.useSVC ?? false)
        }
    }

    /// The URL at which the page of an MVPD ends.
    func redirectURL(of mvpd: MVPDID) -> String {
        RedirectURL.ofPage(inSafariViewController: requestor?.mvpd(mvpd)?.useSVC == true, of: app.bundleID)
    }
}
