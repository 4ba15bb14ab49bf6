package import Foundation

/// The protocol by which browsers sign in at a provider.
package enum SignInProtocol: String, Sendable, CaseIterable {
    /// SAML 2.0, the Web Browser SSO profile.
    case saml
    /// OAuth 2.0, the authorization code grant.
    case oauth2
}

/// How a provider acts as an authorization server (RFC 6749).
package struct OAuth2Settings: Sendable, Hashable {
    /// The client identifier of the entitlement service.
    package var clientID = "adobe"
    /// The client secret of the entitlement service.
    package var clientSecret = "secret"
    /// Its support for proof keys (RFC 7636).
    package var pkce = ProofKeys.supported
    /// The lifetime of an access token in seconds.
    package var accessTokenTTL: TimeInterval = 3_600
    /// The lifetime of a refresh token in seconds.
    package var refreshTokenTTL: TimeInterval = 30 * 86_400
    /// What it does with refresh tokens.
    package var refreshToken = RefreshTokens.stable
    /// Where it says who the user is.
    package var userInfo = UserInfoPlace.endpoint
    /// Whether it has a page that ends the user's session.
    package var logout = true
    /// Whether its authorization responses name it (`iss`, RFC 9207), and its metadata says so.
    package var namesIssuer = true
    /// The defect of its answers.
    package var defect = OAuth2Defect.none
    /// The clients other than the entitlement service.
    package var clients: [OAuth2Client] = []

    /// Creates the settings of a provider that answers correctly, to the entitlement service only.
    package init() {}

    /// A provider's support for proof keys.
    package enum ProofKeys: String, Sendable, CaseIterable {
        /// A request may have a challenge, and the verifier is then required.
        case supported
        /// A request without a challenge is refused.
        case required
        /// Challenges and verifiers are ignored.
        case none
    }

    /// What a provider does with refresh tokens.
    package enum RefreshTokens: String, Sendable, CaseIterable {
        /// One token for the whole session.
        case stable
        /// Each use gives a new token, and the use of an old one ends the session (RFC 9700, 4.14.2).
        case rotating
        /// It gives none.
        case none
    }

    /// Where a provider says who the user is.
    package enum UserInfoPlace: String, Sendable, CaseIterable {
        /// At an endpoint of its own, for an access token.
        case endpoint
        /// In the answer with the tokens.
        case inToken
    }
}

/// A defect of an authorization server's answers.
package enum OAuth2Defect: String, Sendable, CaseIterable {
    /// The answers are correct.
    case none
    /// The browser returns with another `state`.
    case wrongState
    /// The browser returns without `state`.
    case noState
    /// The browser returns with the issuer of another server (`iss`).
    case wrongIss
    /// The browser returns without `iss`, although the metadata announces it.
    case noIss
    /// Every request for tokens is refused with `invalid_grant`.
    case invalidGrant
    /// The answer with the tokens has no refresh token.
    case noRefreshToken
    /// The answer about the user has no user identifier.
    case noUserID
    /// The answer with the tokens is not JSON.
    case notJSON
    /// The answer with the tokens comes too late for the service.
    case slowToken
    /// The access token is not a bearer token.
    case wrongTokenType
}

extension Provider {
    /// Whether the provider has the endpoints of OAuth 2, also for sessions from before a change of the protocol.
    package var speaksOAuth2: Bool { signInProtocol == .oauth2 || oauth2 != nil }
    /// The settings of OAuth 2, or their defaults.
    package var authorizationServer: OAuth2Settings { oauth2 ?? OAuth2Settings() }
    /// Its issuer identifier, which has a path (RFC 8414, 2).
    package var issuer: String { String(site.dropLast()) }
    /// The address of authorization requests.
    package var authorizationEndpoint: String { site + "authorize" }
    /// The address of token requests.
    package var tokenEndpoint: String { site + "token" }
    /// The address that says who the user is.
    package var userInfoEndpoint: String { site + "userinfo" }
    /// The address that ends a browser's session.
    package var logoutEndpoint: String { site + "logout" }
}
