import Foundation
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimXMLSecurity

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

    /// Returns the user of a request's tokens; `nil` if no token is valid, which is not an error.
    ///
    /// A service token must be from the single sign-on service and not from an unlinked device, or be signed by the
    /// service provider's identity service and name this service as audience. It must be valid now. A platform's token
    /// is not verified, because the platforms' keys are not available here.
    ///
    /// - Throws: ``Refusal`` without a valid device identifier. `StateError` if the state cannot be read.
    static func find(_ request: ProtectedRequest, in store: any StateStore) throws -> SharedIdentity? {
        if let token = request.base.header(.serviceToken) {
            if case .user(let subject) = try ServiceTokens.judge(token, at: request.now) {
                let key = ServiceDocument.linkedDevice(try request.base.deviceID(), of: subject)
                let device = try store.read { try $0.value(for: key) }
                if device?.isUnlinked != true { return SharedIdentity(linked: subject) }
            } else if let pem = request.requestor.serviceTokenCertificate,
                let claims = verified(token, certificate: pem), claims.isDated,
                claims.holds(at: request.now), claims.isForService
            {
                return SharedIdentity(method: .serviceToken, subject: claims.name)
            }
        }
        if let token = request.base.header(.subjectToken) ?? request.base.header(.rokuToken),
            let read = WebSignature(token, allowsPadding: true), let claims = Claims(read),
            claims.holds(at: request.now)
        {
            return SharedIdentity(method: .platformIdentity, subject: claims.name)
        }
        return nil
    }

    /// Returns the claims of a token if a certificate's key signed it with RS256; otherwise `nil`.
    private static func verified(_ token: String, certificate pem: String) -> Claims? {
        guard let key = Certificate(pem: pem)?.publicKey, (key.rsaBits ?? 0) >= TrustedCertificate.smallestRSAKey,
            let read = WebSignature(token), read.isSigned(by: key)
        else { return nil }
        return Claims(read)
    }

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

        func holds(at now: Date) -> Bool {
            let now = now.timeIntervalSince1970
            return now < exp ?? .infinity && nbf ?? -.infinity <= now
        }

        /// Whether the token has a time of issue and an expiration.
        var isDated: Bool { iat != nil && exp != nil }

        /// Whether another issuer than the single sign-on service names this service as audience.
        ///
        /// The documentation writes the audience with and without a capital letter.
        var isForService: Bool {
            iss != ServiceTokens.issuer && aud?.names.contains { $0.lowercased() == "adobe" } ?? false
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
