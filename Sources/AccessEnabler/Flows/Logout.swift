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
        refuseResources(pending, emit: emit)
        pending = []
        let storage = try TokenStorage.load(of: app)
        let now = try now()
        var sessionIsOfThePlatform = storage.tokens.values.contains { tokens in
            tokens.values.contains { $0.source == .apple && now < $0.expires }
        }
        // Every bucket goes, and every profile is to go; what the service does not hear now it hears later.
        var cleared = storage
        cleared.clear()
        try cleared.save(of: app)

        if let client = requestor?.client ?? ownClient() {
            for (requestorID, mvpds) in cleared.removals.sorted(by: { $0.key < $1.key }) {
                do {
                    for mvpd in mvpds.sorted() {
                        let answer = try await client.send {
                            .logout(
                                of: requestorID, mvpd: mvpd, redirectURL: ADOBEPASS_REDIRECT_URL, headers: $0)
                        }
                        if answer.logouts[mvpd]?.actionName == .partnerLogout { sessionIsOfThePlatform = true }
                    }
                    cleared.settleRemovals(of: requestorID)
                } catch let failure as ClientFailure {
                    try record("logout", "not told to the service", failure.explanation)
                }
            }
            try cleared.save(of: app)
        }
        if sessionIsOfThePlatform {
            let message = "The session came from the system-level account, which only its owner can sign out."
            emit(.status(AdvancedStatus(.platformLogoutNeeded, message: message)))
        }
        emit(.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR))
    }

    /// A client of the world's service, where no requestor is set.
    private func ownClient() -> EntitlementClient? {
        transport(to: []).map {
            EntitlementClient(app: app, softwareStatement: softwareStatement, transport: $0)
        }
    }
}
