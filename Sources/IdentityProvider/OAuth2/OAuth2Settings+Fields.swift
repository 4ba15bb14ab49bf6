package import TVSimStructuredText

extension OAuth2Settings: TableDescribed {
    package static let fields = ObjectFormat<OAuth2Settings>(
        title: "oauth2", defaults: OAuth2Settings(),
        fields: [
            Field("clientID", "The client identifier of the service.", Formats.line, into: \.clientID),
            Field("clientSecret", "The client secret of the service.", Formats.line, into: \.clientSecret),
            Field(
                "pkce", "The provider's support for proof keys (PKCE, RFC 7636).", Formats.choice(ProofKeys.self),
                into: \.pkce),
            Field("accessTokenTTL", "The lifetime of an access token.", Formats.duration, into: \.accessTokenTTL),
            Field(
                "refreshTokenTTL", "The lifetime of a refresh token, from the sign-in.", Formats.duration,
                into: \.refreshTokenTTL),
            Field(
                "refreshToken",
                "The provider's refresh tokens: one for the session, a new one at each use, or none.",
                Formats.choice(RefreshTokens.self), into: \.refreshToken),
            Field(
                "userInfo", "Where the provider says who the user is: at an endpoint, or beside the tokens.",
                Formats.choice(UserInfoPlace.self), into: \.userInfo),
            Field(
                "logout", "Whether the provider has a page that ends the user's session.", Formats.boolean,
                into: \.logout),
            Field(
                "iss",
                "Whether the provider's authorization responses name its issuer (iss, RFC 9207), and its metadata says so.",
                Formats.boolean, into: \.namesIssuer),
            Field(
                "defect", "The defect of the provider's answers with OAuth 2.", Formats.choice(OAuth2Defect.self),
                into: \.defect),
            Field(
                "clients", "The clients, by client id, that the provider knows besides the service.", OAuth2Client.map,
                into: \.clients),
        ])
}

/// The keys of a provider that are about OAuth 2.
enum OAuth2Fields {
    static let signInProtocol = Field<Provider>(
        "protocol", "The protocol by which browsers sign in at the provider.",
        Formats.choice(SignInProtocol.self).checked(["default": "saml"]) { (_, _) throws(SourceError) in },
        documentsDefault: true, from: { $0.signInProtocol == .saml ? nil : $0.signInProtocol }
    ) { (name, provider, _, _) throws(SourceError) in
        provider.signInProtocol = name
        // The endpoints outlive another change, for the sessions that began with them.
        if name == .oauth2, provider.oauth2 == nil { provider.oauth2 = OAuth2Settings() }
    }

    static let oauth2 = Field<Provider>(
        "oauth2", "How the provider acts as an authorization server, with the protocol oauth2.",
        OAuth2Settings.fields.format.orNull, from: { $0.oauth2.map(Optional.some) }
    ) { (settings, provider, cursor, notes) throws(SourceError) in
        guard settings != nil else {
            provider.oauth2 = nil
            return
        }
        // A change keeps the keys that it does not name.
        var settings = provider.oauth2 ?? OAuth2Settings()
        try OAuth2Settings.fields.read(cursor, into: &settings, notes)
        provider.oauth2 = settings
    }
}
