import EntitlementAPI
import Foundation
import JWTKit
import XMLSecurity

/// A user that several apps identify with the same token, so that a sign-in in one app counts in all.
///
/// Adobe Pass REST API V2, AD-Service-Token, Adobe-Subject-Token and Profiles.
struct SharedIdentity: Codable, Sendable, Hashable {
    /// The issuer's kind.
    enum Method: String, Codable, Sendable, Hashable {
        /// The apps' own identity service, with the header `AD-Service-Token`.
        case serviceToken
        /// The platform, with the header `Adobe-Subject-Token` or Roku's own header.
        case platformIdentity

        /// The type of profiles that this method gives.
        var kind: Profile.Kind {
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
    /// A service token must be signed by the service provider's identity service, name this service as audience, and be
    /// valid now. A platform's token is not verified, because the platforms' keys are not available here.
    static func find(_ request: ProtectedRequest) async -> SharedIdentity? {
        if let token = request.base.header(.serviceToken), let pem = request.requestor.serviceTokenCertificate,
            let claims = await verified(token, certificate: pem), claims.isDated,
            claims.holds(at: request.now), claims.isForService
        {
            return SharedIdentity(method: .serviceToken, subject: claims.name)
        }
        if let token = request.base.header(.subjectToken) ?? request.base.header(.rokuToken),
            let claims = try? await JWTKeyCollection().unverified(token, as: Claims.self),
            claims.holds(at: request.now)
        {
            return SharedIdentity(method: .platformIdentity, subject: claims.name)
        }
        return nil
    }

    /// Returns the claims of a token if a certificate's key signed it with RS256; otherwise `nil`.
    private static func verified(_ token: String, certificate pem: String) async -> Claims? {
        guard let key = try? Insecure.RSA.PublicKey(certificatePEM: pem) else { return nil }
        let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
        let bytes = Array(token.utf8)
        guard let claims = try? await keys.verify(bytes, as: Claims.self),
            WebTokenHeader(of: bytes)?.isPlainRS256 ?? false
        else { return nil }
        return claims
    }

    /// The claims about a user.
    struct Claims: JWTPayload {
        /// The issuer.
        var iss: String?
        /// The user.
        var sub: String
        /// The audience.
        var aud: AudienceClaim?
        /// The time of issue, in seconds since 1970.
        var iat: Double?
        /// The start of the validity, in seconds since 1970.
        var nbf: Double?
        /// The end of the validity, in seconds since 1970.
        var exp: Double?

        // `holds(at:)` compares the times with the simulated clock.
        func verify(using algorithm: some JWTAlgorithm) {}

        func holds(at now: Date) -> Bool {
            let now = now.timeIntervalSince1970
            return now < exp ?? .infinity && nbf ?? -.infinity <= now
        }

        /// Whether the token has a time of issue and an expiration.
        var isDated: Bool { iat != nil && exp != nil }

        /// Whether the token's audience is the service.
        ///
        /// The documentation writes the audience with and without a capital letter. Tokens of the vendor's single
        /// sign-on service have no audience.
        var isForService: Bool {
            guard let aud else { return iss == Self.singleSignOnService }
            return aud.value.contains { $0.lowercased() == "adobe" }
        }

        /// The issuer of the vendor's single sign-on service.
        private static let singleSignOnService = "ssoservicetoken"

        var name: String { (iss ?? "") + "\n" + sub }
    }
}
