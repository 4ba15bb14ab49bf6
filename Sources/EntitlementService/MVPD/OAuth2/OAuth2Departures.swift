import Foundation
import TVSimCore
import TVSimCryptography
import TVSimStructuredText

extension OAuth2Trust {
    /// Returns the address to which a browser takes an authorization request (RFC 6749, 4.1.1).
    ///
    /// The names of the fields are those that clients have observed (Differences, S-119).
    func location(for departure: SignInDeparture, verifier: String?) -> String {
        let prompt = departure.mustPrompt ? "login" : departure.mustNotPrompt ? "none" : nil
        let fields = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", departure.returnAddress),
            ("state", RequestState(name: departure.code, requestID: departure.requestID).text),
            ("requestor_id", departure.serviceProvider.rawValue), ("scope", scope),
            ("code_challenge", verifier.map(ProofKey.challenge)),
            ("code_challenge_method", verifier == nil ? nil : "S256"), ("prompt", prompt),
        ]
        return place(authorizationEndpoint, fields)
    }

    /// Returns the address that ends the browser's session; `nil` if the MVPD ends none.
    func logoutLocation(of logout: String, requestID: String, returnAddress: String) -> String? {
        logoutEndpoint.map {
            place(
                $0,
                [
                    ("client_id", clientID), ("redirect_uri", returnAddress),
                    ("state", RequestState(name: logout, requestID: requestID).text),
                ])
        }
    }

    private func place(_ address: String, _ fields: [(String, String?)]) -> String {
        let given = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return BrowserPage.place(address, isExternal: isExternal, query: FormCoding.encode(given))
    }
}
