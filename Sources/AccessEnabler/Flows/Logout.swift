import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice

extension EntitlementSession {
    /// Drops every token and has the service drop its profiles.
    ///
    /// An app cannot sign out of the system-level account: where a token came from it, `VSA203` tells the app to send
    /// the person to Settings, since the next `setRequestor` would sign in again.
    ///
    /// spec entitlement § 1.8, § 4 rows 17 to 19.
    func logout(emit: @escaping Emit) async throws {
        refuseResources(signIn.abandon(), emit: emit)
        forgetDecisions()
        authenticationRequest = AuthenticationRequest()
        let now = try now()
        // Every bucket goes, and every profile is to go; what the service does not hear now it hears later.
        let (sessions, cleared) = try TokenStorage.update(of: app) { storage in
            let sessions = storage.sessions(at: now)
            storage.clear()
            return (sessions, storage)
        }
        let sessionIsOfThePlatform = sessions.contains { $0.token.source == .apple }
        let urls = try await removeProfiles(cleared)
        if sessionIsOfThePlatform {
            let message = "The session came from the system-level account, which only its owner can sign out."
            emit(.status(AdvancedStatus(.platformLogoutNeeded, message: message)))
        }
        let pages = try platform() == .tvOS ? [] : sessions.compactMap { page(for: $0, urls) }
        // A page that the SDK shows itself needs nobody, and comes to its end without a word of the app's.
        for page in pages where isShownHere(page) { emit(.navigate(url: page.url, useSVC: true, handledBySDK: true)) }
        perform(logouts.begin(pages.filter { !isShownHere($0) }), emit: emit)
    }

    /// Has every service remove the profiles that are to go.
    ///
    /// - Returns: The pages that the services have for the sessions, by requestor and MVPD.
    private func removeProfiles(_ storage: TokenStorage) async throws -> [String: [String: String]] {
        var urls: [String: [String: String]] = [:]
        for (requestor, removals) in storage.removals.sorted(by: { $0.key < $1.key }) {
            for (mvpd, removal) in removals.sorted(by: { $0.key < $1.key }) {
                let answer = try await remove(removal, mvpd: mvpd, of: requestor)
                urls[requestor, default: [:]][mvpd] = answer?.logouts[mvpd]?.url
            }
        }
        return urls
    }

    /// Goes on with a logout whose open page has come to its end.
    func continueLogout(emit: Emit) {
        perform(logouts.pageEnded(), emit: emit)
    }

    /// Ends a logout whose pages nobody will load any more.
    func endLogout(emit: Emit) {
        perform(logouts.abandonPages(), emit: emit)
    }

    /// Whether the SDK shows a page itself, in a Safari view controller of its own.
    private func isShownHere(_ page: LogoutPage) -> Bool { page.useSVC && !options.handlesSafariViewController }

    private func perform(_ actions: [LogoutFlow.Action], emit: Emit) {
        for action in actions {
            switch action {
            case .load(let page): emit(.navigate(url: page.url, useSVC: page.useSVC, handledBySDK: false))
            case .tellThatNobodyIsAuthenticated: emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
            }
        }
    }

    /// The page at which the MVPD of a session is logged out.
    ///
    /// A session of the system-level account has one too, though its MVPD has nothing to end there; spec entitlement § 4
    /// row 18. One that was given by rule has none.
    private func page(for session: TokenStorage.Session, _ urls: [String: [String: String]]) -> LogoutPage? {
        let path: String
        switch (session.token.source, urls[session.requestor]?[session.token.mvpd]) {
        case (_, let url?): path = url
        case (.apple, nil): path = LogoutPage.path(of: session, redirectURL: redirectURL(of: session.token.mvpd))
        case (.regular, nil), (.degraded, nil), (.temporary, nil): return nil
        }
        // The service names it whole, or relative to itself.
        let address = path.hasPrefix("/") ? pages(at: ServicePlace(name: session.token.service)) + path : path
        return LogoutPage(url: address, useSVC: requestor?.mvpd(session.token.mvpd)?.useSVC ?? false)
    }

    /// Where the page of an MVPD ends.
    func redirectURL(of mvpd: String) -> String {
        RedirectURL.end(ofPage: requestor?.mvpd(mvpd)?.useSVC == true, of: app.bundleID)
    }
}
