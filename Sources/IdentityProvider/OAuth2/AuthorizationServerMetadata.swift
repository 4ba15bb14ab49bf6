import TVSimCore
import TVSimStructuredText

/// A provider's metadata as an authorization server, with which clients configure themselves (RFC 8414, 2).
///
/// The endpoints of the user profile and of the logout are not in it: the registered names of such endpoints are those
/// of OpenID Connect, which asks for other parameters and answers (Differences, S-119).
enum AuthorizationServerMetadata {
    static func answer(at place: SiteContext) -> SiteAnswer {
        let (provider, settings) = (place.provider, place.provider.authorizationServer)
        func address(_ documented: String) -> JSONValue { .string(place.served.address(of: documented)) }
        var members: Members = [
            "issuer": address(provider.issuer),
            "authorization_endpoint": address(provider.authorizationEndpoint),
            "token_endpoint": address(provider.tokenEndpoint),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": settings.refreshToken == .none
                ? ["authorization_code"] : ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        ]
        if settings.pkce != .none { members["code_challenge_methods_supported"] = ["S256"] }
        if settings.namesIssuer { members["authorization_response_iss_parameter_supported"] = true }
        return .json(members, outcome: "metadata", reason: "the metadata is public")
    }
}
