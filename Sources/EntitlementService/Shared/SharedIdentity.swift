import EntitlementAPI
import Foundation
import JWTKit
import XMLSecurity

/// A person whom several apps know by the same token, so that a sign-in in one counts in all.
///
/// spec entitlement § 2.2, 2.7.
struct SharedIdentity: Codable, Sendable, Hashable {
    /// Who vouches for the person.
    enum Method: String, Codable, Sendable, Hashable {
        /// An identity service of the apps' own: `AD-Service-Token`.
        case serviceToken
        /// The platform: `Adobe-Subject-Token`, or Roku's own header.
        case platformIdentity

        /// How profiles are called that are obtained so.
        var kind: Profile.Kind {
            switch self {
            case .serviceToken: .serviceTokenSSO
            case .platformIdentity: .platformSSO
            }
        }
    }

    /// Who vouches.
    var method: Method
    /// The person, as the issuer names them.
    var subject: String

    /// Finds whom a request's tokens vouch for; a token that proves nothing is no error, but as good as none.
    ///
    /// A service token must be signed by the identity service whose certificate the service provider has handed in, be
    /// meant for the service, and hold now. A platform's token is believed as it stands: the platforms' keys are not ours.
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

    /// The claims of a token that a certificate's key signed with RS256, and with nothing else.
    private static func verified(_ token: String, certificate pem: String) async -> Claims? {
        guard let key = try? Insecure.RSA.PublicKey(certificatePEM: pem) else { return nil }
        let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
        let bytes = Array(token.utf8)
        guard let claims = try? await keys.verify(bytes, as: Claims.self),
            WebTokenHeader(of: bytes)?.isPlainRS256 ?? false
        else { return nil }
        return claims
    }

    /// What a token says of a person.
    struct Claims: JWTPayload {
        /// Who vouches.
        var iss: String?
        /// The person.
        var sub: String
        /// For whom the token is.
        var aud: AudienceClaim?
        /// When it was issued, in seconds since 1970.
        var iat: Double?
        /// From when on it holds, in seconds since 1970.
        var nbf: Double?
        /// Until when it holds, in seconds since 1970.
        var exp: Double?

        // Times are judged by the simulated clock, in `holds(at:)`.
        func verify(using algorithm: some JWTAlgorithm) {}

        func holds(at now: Date) -> Bool {
            let now = now.timeIntervalSince1970
            return now < exp ?? .infinity && nbf ?? -.infinity <= now
        }

        /// Whether it says from when until when it holds.
        var isDated: Bool { iat != nil && exp != nil }

        /// Whether it is meant for the service.
        ///
        /// The documentation writes the audience with a capital letter and without one; tokens of the vendor's own single
        /// sign-on service have none.
        var isForService: Bool {
            guard let aud else { return iss == Self.singleSignOnService }
            return aud.value.contains { $0.lowercased() == "adobe" }
        }

        /// Who issues the tokens of the vendor's single sign-on service.
        private static let singleSignOnService = "ssoservicetoken"

        var name: String { (iss ?? "") + "\n" + sub }
    }
}
