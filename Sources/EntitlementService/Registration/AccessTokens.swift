import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Issues and verifies the service's access tokens: RS256 JWTs with the documented claims.
enum AccessTokens {
    /// The claims of an access token.
    struct Claims: Codable, Hashable {
        /// The client identifier.
        var sub: String
        /// The start of the validity, in seconds since 1970.
        var nbf: Int64
        /// The issuer.
        var iss: String
        /// The scope.
        var scopes: String
        /// The end of the validity, in seconds since 1970.
        var exp: Int64
        /// The time of issue, in seconds since 1970.
        var iat: Int64
    }

    static let issuer = "auth.adobe.com"
    static let scope = "api:client:v2"

    /// Issues a client's token.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - now: The time of issue.
    ///   - validity: The lifetime in seconds.
    /// - Returns: The token.
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func issue(clientID: ClientID, at now: Date, validity: TimeInterval) throws -> String {
        let issued = Int64(now.timeIntervalSince1970.rounded(.down))
        return try ServiceKeys.accessTokens.sign(
            Claims(
                sub: clientID.rawValue, nbf: issued, iss: issuer, scopes: scope, exp: issued + Int64(validity),
                iat: issued))
    }

    /// Returns the first instant at which a token is not valid any more.
    static func end(of validity: TimeInterval, from now: Date) -> Date {
        Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down) + validity.rounded(.towardZero))
    }

    /// The client of a valid token, or why a token is invalid.
    enum Verdict {
        case client(ClientID)
        case refused(InputFate)
    }

    /// Validates a token: `nbf` ≤ now < `exp`, without leeway (RFC 7519, 4.1.4 and 4.1.5).
    static func judge(_ token: String, at now: Date) throws -> Verdict {
        let checks = TokenChecks(header: .authorization, now: now)
        func refused(_ check: InputCheck, _ found: String, _ expected: String) -> Verdict {
            .refused(checks.flaw(check, found: found, expected: expected).fate)
        }
        guard let claims = try ServiceKeys.accessTokens.verified(token) else {
            return .refused(
                checks.foreign(
                    token, to: ServiceKeys.accessTokens.publicKey,
                    key: "the key of the service, as POST \(Endpoint.token.template) gives"))
        }
        guard claims.iss == issuer else {
            return refused(.iss, Naming.quoted(claims.iss), "\(Naming.quoted(issuer)), of an access token")
        }
        guard claims.scopes == scope else {
            return refused(.scopes, Naming.quoted(claims.scopes), Naming.quoted(scope))
        }
        let seconds = now.timeIntervalSince1970
        guard Double(claims.nbf) <= seconds else {
            return refused(.nbf, Naming.instant(Double(claims.nbf)), "at most \(Naming.time(now))")
        }
        guard seconds < Double(claims.exp) else {
            return refused(.exp, Naming.instant(Double(claims.exp)), "later than \(Naming.time(now))")
        }
        return .client(ClientID(claims.sub))
    }
}
