import TVSimStructuredText

/// An authorization server by which users sign in at an MVPD, as the service knows it.
package struct OAuth2Trust: Sendable, Hashable {
    /// The address of authorization requests.
    package var authorizationEndpoint: String
    /// The address of token requests.
    package var tokenEndpoint: String
    /// The address that says who the user is; `nil` if the answer with the tokens does.
    package var userInfoEndpoint: String?
    /// The address that ends a session; `nil` if the MVPD ends none.
    package var logoutEndpoint: String?
    /// The service's client identifier.
    package var clientID: String
    /// The service's client secret; `nil` for a public client.
    package var clientSecret: String?
    /// How the service authenticates at the token endpoint, if it has a secret.
    package var authentication = Authentication.basic
    /// The issuer that authorization responses must name (RFC 9207); `nil` if the server does not announce it.
    package var issuer: String?
    /// The scope of authorization requests; `nil` for none.
    package var scope: String?
    /// Whether requests have a proof key (RFC 7636).
    package var usesProofKey = true
    /// Whether the server is outside of the simulation; its addresses are then used unchanged.
    package var isExternal = false

    /// How a client with a secret authenticates at the token endpoint (RFC 7591, 2).
    package enum Authentication: String, Sendable, CaseIterable {
        /// By the header `Authorization`.
        case basic = "client_secret_basic"
        /// By fields of the form.
        case post = "client_secret_post"
    }

    /// Creates a server without user info, logout and secret.
    package init(authorizationEndpoint: String, tokenEndpoint: String, clientID: String, isExternal: Bool = false) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.clientID = clientID
        self.isExternal = isExternal
    }
}

extension OAuth2Trust {
    /// The fields of an authorization server outside of the simulation.
    static let external = ObjectFormat<OAuth2Trust>(
        title: "authorizationServer",
        defaults: OAuth2Trust(authorizationEndpoint: "", tokenEndpoint: "", clientID: "", isExternal: true),
        fields: [
            Field(
                "authorizationEndpoint", "The URL for authorization requests.", Self.webAddress, required: true,
                into: \.authorizationEndpoint),
            Field(
                "tokenEndpoint", "The URL for token requests, which the server sends itself.", Self.webAddress,
                required: true, into: \.tokenEndpoint),
            Field(
                "userInfoEndpoint",
                "The URL that says who the user is; null if the answer with the tokens does.",
                Self.webAddress.orNull, into: \.userInfoEndpoint),
            Field(
                "logoutEndpoint", "The URL that ends the user's session; null if it does not support logout.",
                Self.webAddress.orNull, into: \.logoutEndpoint),
            Field("clientID", "The service's client identifier.", Formats.line, required: true, into: \.clientID),
            Field(
                "clientSecret", "The service's client secret; null for a public client.", Formats.line.orNull,
                into: \.clientSecret),
            Field(
                "tokenEndpointAuthMethod", "How the service authenticates at the token endpoint, if it has a secret.",
                Formats.choice(Authentication.self), into: \.authentication),
            Field(
                "issuer",
                "The issuer identifier, which each authorization response must then have (iss, RFC 9207); null if the "
                    + "server does not announce it.", webAddress.orNull, into: \.issuer),
            Field("scope", "The scope of authorization requests; null for none.", Formats.line.orNull, into: \.scope),
            Field(
                "proofKey", "Whether authorization requests have a proof key (PKCE, RFC 7636).", Formats.boolean,
                into: \.usesProofKey),
        ]
    ).format

    /// A URL of HTTP without a fragment (RFC 6749, 3.1).
    private static let webAddress = Formats.address.checked(["pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^#]+$"]) {
        (address, cursor) throws(SourceError) in
        let start = address.lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), !address.contains("#") else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid address '\(address)': expected a URL of HTTP or HTTPS without a fragment")
        }
    }
}

/// The addresses to which browsers return from an authorization server.
package enum OAuth2Returns {
    /// After a sign-in.
    package static let signIn = "https://sp.auth.adobe.com/adobe-services/oauth2"
    /// After a logout.
    package static let logout = "https://sp.auth.adobe.com/adobe-services/oauth2/logout"
}
