import Foundation
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStructuredText

/// Issues and verifies the tokens of the single sign-on service: RS256 JWTs with the documented claims.
///
/// Adobe Single Sign-On Service, Step 2 - Obtain a Service Token.
enum ServiceTokens {
    static let issuer = "ssoservicetoken"
    /// The lifetime of a token in seconds: an hour, as in the documentation's samples.
    static let validity: Int64 = 3_600
    /// How long an expired token can still be exchanged, in seconds: a day.
    static let refreshPeriod: TimeInterval = 86_400

    /// The claims of a token.
    ///
    /// Any JSON can be decoded, because the service answers a wrong subject and a wrong signature differently.
    struct Claims: Codable, Hashable {
        /// The user.
        enum Subject: Hashable {
            case user(String)
            case missing
            case unreadable
        }

        /// The issuer; `nil` if it is missing or not a text.
        var iss: String?
        /// The user.
        var sub: Subject
        /// The time of issue, in seconds since 1970.
        var iat: Int64?
        /// The start of the validity, in seconds since 1970.
        var nbf: Int64?
        /// The end of the validity, in seconds since 1970.
        var exp: Int64?

        private enum CodingKeys: String, CodingKey { case iss, sub, iat, nbf, exp }

        /// Creates the claims of a new token.
        init(user: String, issued: Int64) {
            (iss, sub) = (issuer, .user(user))
            (iat, nbf, exp) = (issued, issued, issued + validity)
        }

        init(from decoder: any Decoder) {
            guard let claims = try? decoder.container(keyedBy: CodingKeys.self) else {
                sub = .unreadable
                return
            }
            iss = try? claims.decode(String.self, forKey: .iss)
            (iat, nbf, exp) = (
                try? claims.decode(Int64.self, forKey: .iat), try? claims.decode(Int64.self, forKey: .nbf),
                try? claims.decode(Int64.self, forKey: .exp)
            )
            do {
                let user = try claims.decodeIfPresent(String.self, forKey: .sub) ?? ""
                sub = user.isEmpty ? .missing : .user(user)
            } catch {
                sub = .unreadable
            }
        }

        func encode(to encoder: any Encoder) throws {
            var claims = encoder.container(keyedBy: CodingKeys.self)
            try claims.encodeIfPresent(iss, forKey: .iss)
            if case .user(let user) = sub { try claims.encode(user, forKey: .sub) }
            try claims.encodeIfPresent(iat, forKey: .iat)
            try claims.encodeIfPresent(nbf, forKey: .nbf)
            try claims.encodeIfPresent(exp, forKey: .exp)
        }
    }

    /// The user of a valid token, or why a token is invalid.
    enum Verdict {
        case user(String)
        /// The error, what is wrong, and whether the service has signed the token.
        case refused(SingleSignOnErrorCode, InputFate, isOwn: Bool)
    }

    /// Issues a token for a user.
    ///
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func issue(
        _ status: SingleSignOnStatus, for user: String, at now: Date
    ) throws -> ServiceTokenResponse {
        let issued = Int64(now.timeIntervalSince1970.rounded(.down))
        return ServiceTokenResponse(
            status, serviceToken: try ServiceKeys.serviceTokens.sign(Claims(user: user, issued: issued)),
            notBefore: Milliseconds(issued * 1000), notAfter: Milliseconds((issued + validity) * 1000))
    }

    /// Validates a token: `nbf` ≤ now < `exp`, without leeway (RFC 7519, 4.1.4 and 4.1.5).
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - now: The time of the request.
    ///   - grace: How long an expired token is still accepted, in seconds.
    /// - Returns: The user of the token, or the error.
    /// - Throws: `XMLError` if the built-in key is damaged.
    static func judge(_ token: String, at now: Date, grace: TimeInterval = 0) throws -> Verdict {
        let checks = TokenChecks(header: .serviceToken, now: now)
        func refused(_ code: SingleSignOnErrorCode, _ check: InputCheck, _ found: String, _ expected: String) -> Verdict
        {
            .refused(code, checks.flaw(check, found: found, expected: expected).fate, isOwn: true)
        }
        guard let claims = try ServiceKeys.serviceTokens.verified(token) else {
            let isToken = WebSignature(token) != nil
            return .refused(
                isToken ? .signatureInvalid : .signatureUnreadable,
                checks.foreign(
                    token, to: ServiceKeys.serviceTokens.publicKey, key: "the key of the single sign-on service"),
                isOwn: false)
        }
        let user: String
        switch claims.sub {
        case .user(let name): user = name
        case .missing: return refused(.subjectMissing, .sub, "missing", "the user")
        case .unreadable: return refused(.subjectUnreadable, .sub, "no text", "the user")
        }
        guard claims.iss == issuer else {
            return refused(.tokenInvalid, .iss, claims.iss.map(Naming.quoted) ?? "missing", Naming.quoted(issuer))
        }
        guard let start = claims.nbf else {
            return refused(.tokenInvalid, .nbf, "missing", "the start of the validity")
        }
        guard let end = claims.exp else { return refused(.tokenInvalid, .exp, "missing", "the end of the validity") }
        let seconds = now.timeIntervalSince1970
        guard Double(start) <= seconds else {
            return refused(
                .tokenInvalid, .nbf, Naming.instant(Double(start)), "at most \(Naming.time(now))")
        }
        guard seconds < Double(end) + grace else {
            let period = grace > 0 ? "\(TimeText.format(duration: grace)) before " : ""
            return refused(
                .tokenExpired, .exp, Naming.instant(Double(end)), "later than \(period)\(Naming.time(now))")
        }
        return .user(user)
    }
}
