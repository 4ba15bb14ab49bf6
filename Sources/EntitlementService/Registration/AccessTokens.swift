import Foundation
import Identifiers
import JWTKit

/// The service's access tokens: RS256 JWTs with the documented claims.
enum AccessTokens {
    /// What an access token says.
    struct Claims: JWTPayload, Hashable {
        /// The client.
        var sub: String
        /// From when it holds.
        var nbf: Int64
        /// The service.
        var iss: String
        /// What it is for.
        var scopes: String
        /// Until when it holds.
        var exp: Int64
        /// When it was issued.
        var iat: Int64

        // Times are judged by the simulated clock, in ``AccessTokens/judge(_:at:)``.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    static let issuer = "auth.adobe.com"
    static let scope = "api:client:v2"

    /// Issues the token of a client.
    static func issue(clientID: ClientID, at now: Date, validity: TimeInterval) throws -> String {
        let issued = Int64(now.timeIntervalSince1970.rounded(.down))
        return try ServiceKeys.accessTokens.sign(
            Claims(
                sub: clientID.rawValue, nbf: issued, iss: issuer, scopes: scope, exp: issued + Int64(validity),
                iat: issued))
    }

    /// Why a token is refused, or whose it is.
    enum Verdict {
        case client(ClientID)
        case refused(String)
    }

    /// Judges a token at an instant: `nbf` ≤ now < `exp` (RFC 7519 § 4.1.4, 4.1.5), without leeway.
    static func judge(_ token: String, at now: Date) async throws -> Verdict {
        guard let claims = try await ServiceKeys.accessTokens.verified(token) else {
            return .refused("The access token is not signed by the service.")
        }
        guard claims.iss == issuer, claims.scopes == scope else {
            return .refused("The access token is for another purpose.")
        }
        let seconds = now.timeIntervalSince1970
        guard Double(claims.nbf) <= seconds else { return .refused("The access token does not hold yet.") }
        guard seconds < Double(claims.exp) else { return .refused("The access token has expired.") }
        return .client(ClientID(claims.sub))
    }
}
