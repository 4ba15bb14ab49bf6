import Foundation
import HTTPTypes
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// A browser at a provider's logout page of OAuth 2.
///
/// The parameters are chosen here; the vendor's documentation names none (Differences, S-119).
struct OAuth2Logout {
    let place: SiteContext

    /// Ends the browser's session and its grants, and leads the browser back to the client.
    func arrival(query: String) throws -> SiteAnswer {
        let fields: [FormField]
        do throws(ParameterFlaw) {
            fields = try [FormField](oauth2: Data(query.utf8), knowing: ["client_id", "redirect_uri", "state"])
        } catch {
            return .failure(400, "The request is invalid: \(error.reason).")
        }
        guard let id = fields.value("client_id") else {
            return .failure(400, "The parameter 'client_id' is missing: the request has \(fields.shownNames).")
        }
        guard let client = place.client(id) else { return .failure(400, "The client '\(id.prefix(256))' is unknown.") }
        guard let address = fields.value("redirect_uri"), client.logoutRedirectURIs.hasExactly(address) else {
            let found = fields.value("redirect_uri").map { "'\($0.prefix(256))' is unknown" } ?? "is missing"
            let known = client.logoutRedirectURIs.map { "'\($0)'" }.joined(separator: ", ")
            return .failure(
                400,
                "The redirect_uri \(found): '\(client.clientID)' has \(known.isEmpty ? "none for logouts" : known).")
        }
        let hasEnded = try end()
        let target = place.destination(ofClient: address)
        let state = fields.value("state").map { FormCoding.encode([("state", $0)]) }
        return place.leadAfterLogout(
            to: target + (state.map { (target.contains("?") ? "&" : "?") + $0 } ?? ""),
            told: hasEnded ? "You have signed out of" : "You are not signed in to",
            outcome: "logged out", reason: hasEnded ? "the user's session has ended" : "the browser had no session",
            endsSession: hasEnded)
    }

    private func end() throws -> Bool {
        let simulation = place.site.simulation
        let now = try simulation.clock.now()
        return try simulation.store.write { state in
            guard let key = place.sessionKey, let session = try BrowserSession.find(key, at: now, in: state) else {
                return false
            }
            try state.setValue(nil, for: key)
            try Grant.removeAll(at: place.provider.identifier, in: state) {
                $0.user.session != nil && $0.user.session == session.index
            }
            return true
        }
    }
}
