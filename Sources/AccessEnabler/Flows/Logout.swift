import EntitlementAPI
import Foundation
import SSOBridge

extension EntitlementSession {
    /// Drops every token and has the service drop its profiles.
    ///
    /// An app cannot sign out of the system-level account: where a token came from it, `VSA203` tells the app to send
    /// the person to Settings, since the next `setRequestor` would sign in again.
    ///
    /// spec entitlement § 1.8, § 4 rows 17 to 19.
    func logout(emit: @escaping Emit) async throws {
        pending = nil
        let storage = try TokenStorage.load(of: app)
        var cleared = storage
        cleared.clear()
        try cleared.save(of: app)

        var sessionIsOfThePlatform = storage.tokens.values.contains { $0.values.contains { $0.source == .apple } }
        if let requestor {
            let mvpds = Set(storage.tokens[requestor.id]?.keys ?? [:].keys).union(storage.removals[requestor.id] ?? [])
            for mvpd in mvpds.sorted() {
                do {
                    let answer = try await requestor.client.send {
                        .logout(of: requestor.id, mvpd: mvpd, redirectURL: ADOBEPASS_REDIRECT_URL, headers: $0)
                    }
                    if answer.logouts[mvpd]?.actionName == .partnerLogout { sessionIsOfThePlatform = true }
                } catch let failure as ClientFailure {
                    // The tokens are gone all the same; the service's profiles end in their own time.
                    try record("logout", "not told to the service", failure.explanation)
                }
            }
        }
        if sessionIsOfThePlatform {
            let message = "The person is still signed in with the TV provider at system level."
            emit(.status(AdvancedStatus(.platformLogoutNeeded, message: message)))
        }
        emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
    }
}
