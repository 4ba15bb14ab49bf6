import Foundation
import TVSimCryptography
import TVSimEntitlementAPI

/// A user that several apps identify with the same token, so that a sign-in in one app counts in all.
///
/// Adobe Pass REST API V2, AD-Service-Token, Adobe-Subject-Token and Profiles.
struct SharedIdentity: Codable, Sendable, Hashable {
    /// The issuer's kind.
    enum Method: String, Codable, Sendable, Hashable {
        /// The apps' own identity service or the single sign-on service, with the header `AD-Service-Token`.
        case serviceToken
        /// The platform, with the header `Adobe-Subject-Token` or Roku's own header.
        case platformIdentity

        /// The type of profiles that this method gives.
        var kind: EntitlementProfile.Kind {
            switch self {
            case .serviceToken: .serviceTokenSSO
            case .platformIdentity: .platformSSO
            }
        }
    }

    /// The issuer's kind.
    var method: Method
    /// The user, as the issuer names them.
    var subject: String

    /// The claims about a user.
    struct Claims: Decodable {
        /// The issuer.
        var iss: String?
        /// The user.
        var sub: String
        /// The audience.
        var aud: Audience?
        /// The time of issue, in seconds since 1970.
        var iat: Double?
        /// The start of the validity, in seconds since 1970.
        var nbf: Double?
        /// The end of the validity, in seconds since 1970.
        var exp: Double?

        /// One audience or several (RFC 7519, 4.1.3).
        struct Audience: Decodable {
            let names: [String]

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                names = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
            }
        }

        /// Reads the claims of a token; `nil` if they are malformed.
        ///
        /// The signature is not verified here.
        init?(_ token: WebSignature) {
            guard let claims = try? JSONDecoder().decode(Claims.self, from: token.payload) else { return nil }
            self = claims
        }

        var name: String { Self.name(issuer: iss, subject: sub) }

        static func name(issuer: String?, subject: String) -> String { (issuer ?? "") + "\n" + subject }
    }
}

extension SharedIdentity {
    /// Creates the identity of a user of the single sign-on service.
    init(linked subject: String) {
        self.init(method: .serviceToken, subject: Claims.name(issuer: ServiceTokens.issuer, subject: subject))
    }
}
