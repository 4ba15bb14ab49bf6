import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimStateStorage
import TVSimStructuredText

/// A request for tokens at a provider's token endpoint (RFC 6749, 3.2).
struct TokenVisit {
    let place: SiteContext

    private var provider: Provider { place.provider }
    private var settings: OAuth2Settings { provider.authorizationServer }
    private var simulation: Simulation { place.site.simulation }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - body: The form of the request.
    ///   - authorization: The header `Authorization`; `nil` if the request has none.
    /// - Returns: The tokens, or an error with a code of RFC 6749, 5.2.
    /// - Throws: `StateError` if the state cannot be read or written.
    func answer(body: Data, authorization: String?) throws -> SiteAnswer {
        guard let form = [FormField](posted: body) else {
            return .refusedTokens("invalid_request", "the body is not a form, or a field occurs twice")
        }
        let client: OAuth2Client
        switch authenticate(form, authorization) {
        case .success(let known): client = known
        case .failure(let refusal): return refusal.answer
        }
        switch settings.defect {
        case .slowToken:
            return .silent(.hang, "the provider is configured with the defect 'slowToken'")
        case .invalidGrant:
            return .refusedTokens("invalid_grant", "the provider is configured with the defect 'invalidGrant'")
        case .notJSON:
            return SiteAnswer(
                html: SitePages.maintenance(provider: provider, isLogout: false), outcome: "tokens",
                reason: "the provider is configured with the defect 'notJSON'")
        default: break
        }
        let drawn = (
            grant: try simulation.identifiers.hexadecimal(words: 2),
            access: try simulation.identifiers.hexadecimal(words: 2),
            refresh: try simulation.identifiers.hexadecimal(words: 2)
        )
        switch form.value("grant_type") {
        case "authorization_code": return try redeem(form, client, drawn)
        case "refresh_token": return try refresh(form, client, drawn)
        case nil: return .refusedTokens("invalid_request", "the field 'grant_type' is missing")
        case let type?:
            return .refusedTokens("unsupported_grant_type", "the grant type '\(type.prefix(64))' is not supported")
        }
    }

    private typealias Drawn = (grant: String, access: String, refresh: String)

    // MARK: - The client

    /// Authenticates the client: by Basic, or by fields of the form (RFC 6749, 2.3.1).
    private func authenticate(_ form: [FormField], _ authorization: String?) -> Result<OAuth2Client, RefusedSignIn> {
        func refuse(_ reason: String) -> Result<OAuth2Client, RefusedSignIn> {
            var answer = SiteAnswer.refusedTokens("invalid_client", reason, status: 401)
            answer.fields[.wwwAuthenticate] = "Basic realm=\"\(OAuth2SignIn.ascii(provider.identifier))\""
            return .failure(RefusedSignIn(answer: answer))
        }
        var (id, secret) = (form.value("client_id"), form.value("client_secret"))
        if let authorization {
            guard let basic = BasicCredentials(authorization) else {
                return refuse("the header is not Basic credentials")
            }
            guard secret == nil, id == nil || id == basic.id else {
                return .failure(
                    RefusedSignIn(
                        answer: .refusedTokens(
                            "invalid_request", "the client authenticates in two ways, or by two names")))
            }
            (id, secret) = (basic.id, basic.secret)
        }
        guard let client = id.flatMap(place.client) else { return refuse("the client is unknown") }
        switch (client.secret, secret) {
        case (nil, nil), (nil, ""): return .success(client)
        case (let known?, let given?) where known.utf8.elementsEqual(given.utf8): return .success(client)
        case (_, nil): return refuse("the client has not authenticated")
        default: return refuse("the client secret is wrong")
        }
    }

    // MARK: - The grants

    /// Redeems an authorization code, once (RFC 6749, 4.1.3; RFC 7636, 4.6).
    private func redeem(_ form: [FormField], _ client: OAuth2Client, _ drawn: Drawn) throws -> SiteAnswer {
        guard let code = form.value("code") else {
            return .refusedTokens("invalid_request", "the field 'code' is missing")
        }
        guard BrowserSession.isIdentifier(code) else { return .refusedTokens("invalid_grant", "the code is unknown") }
        let now = try simulation.clock.now()
        let key = AuthorizationCode.key(code, at: provider)
        let (grant, id, refusal) = try simulation.store.write { state -> (Grant?, String, String) in
            guard var kept = try state.value(for: key) else { return (nil, "", "the code is unknown or has expired") }
            if let used = kept.grant {
                try state.setValue(nil, for: Grant.key(used, at: provider))
                return (nil, "", "the code was used before, so its tokens are revoked")
            }
            if let reason = obstacle(to: kept, form, client, at: now) { return (nil, "", reason) }
            let id = try BrowserSession.identifier(drawn: drawn.grant, of: kept.user.subscriber, in: state)
            let grant = Grant(
                client: client.clientID, user: kept.user,
                refresh: givesRefreshToken ? Grant.digest(drawn.refresh) : nil,
                refreshEnds: now.addingTimeInterval(settings.refreshTokenTTL),
                access: [
                    .init(digest: Grant.digest(drawn.access), ends: now.addingTimeInterval(settings.accessTokenTTL))
                ])
            kept.grant = id
            try simulation.sweeper.sweep(at: now, in: state)
            try state.setValue(kept, for: key)
            try state.setValue(grant, for: Grant.key(id, at: provider))
            return (grant, id, "")
        }
        guard let grant else { return .refusedTokens("invalid_grant", refusal) }
        return try tokens(
            id, grant, drawn, refresh: grant.refresh == nil ? nil : drawn.refresh, at: now,
            reason: "the code of '\(grant.user.subscriber)' is valid")
    }

    /// Returns why a client cannot redeem a code; `nil` if it can.
    private func obstacle(
        to code: AuthorizationCode, _ form: [FormField], _ client: OAuth2Client, at now: Date
    ) -> String? {
        guard now < code.notAfter else { return "the code has expired" }
        guard code.client.utf8.elementsEqual(client.clientID.utf8) else {
            return "the code was issued to another client"
        }
        if code.redirectURI != nil || form.value("redirect_uri") != nil {
            let expected = code.redirectURI ?? client.redirectURIs[0]
            guard form.value("redirect_uri")?.utf8.elementsEqual(expected.utf8) == true else {
                return "the redirect_uri is not that of the authorization request"
            }
        }
        guard settings.pkce != .none else { return nil }
        switch (code.challenge, form.value("code_verifier")) {
        case (nil, nil): return nil
        // A verifier without a challenge may be the sign of a removed challenge (RFC 9700, 4.8.2).
        case (nil, _?): return "the authorization request had no code_challenge"
        case (_?, nil): return "the field 'code_verifier' is missing"
        case (let challenge?, let verifier?):
            let isRight = ProofKey.isValid(verifier) && ProofKey.challenge(of: verifier) == challenge
            return isRight ? nil : "the code_verifier does not match the code_challenge"
        }
    }

    /// Gives a new access token for a refresh token (RFC 6749, 6).
    private func refresh(_ form: [FormField], _ client: OAuth2Client, _ drawn: Drawn) throws -> SiteAnswer {
        guard let token = form.value("refresh_token") else {
            return .refusedTokens("invalid_request", "the field 'refresh_token' is missing")
        }
        guard let (id, random) = Grant.parts(of: token) else {
            return .refusedTokens("invalid_grant", "the refresh token is unknown")
        }
        let now = try simulation.clock.now()
        let key = Grant.key(id, at: provider)
        let (grant, refusal) = try simulation.store.write { state -> (Grant?, String) in
            guard var grant = try state.value(for: key), grant.client.utf8.elementsEqual(client.clientID.utf8) else {
                return (nil, "the refresh token is unknown or revoked")
            }
            guard provider.subscriber(grant.user.subscriber) != nil else {
                return (nil, "the subscriber '\(grant.user.subscriber)' no longer exists")
            }
            switch grant.presented(random) {
            case .current: break
            case .replaced:
                try state.setValue(nil, for: key)
                return (nil, "the refresh token was replaced, so the session ends")
            case .access: return (nil, "the token is an access token, not a refresh token")
            case .unknown: return (nil, "the refresh token is unknown or revoked")
            }
            guard now < grant.refreshEnds else { return (nil, "the refresh token has expired") }
            if settings.refreshToken == .rotating { grant.rotate(to: drawn.refresh) }
            grant.add(.init(digest: Grant.digest(drawn.access), ends: now.addingTimeInterval(settings.accessTokenTTL)))
            try state.setValue(grant, for: key)
            return (grant, "")
        }
        guard let grant else { return .refusedTokens("invalid_grant", refusal) }
        return try tokens(
            id, grant, drawn, refresh: settings.refreshToken == .rotating ? drawn.refresh : random, at: now,
            reason: "the refresh token of '\(grant.user.subscriber)' is valid")
    }

    private var givesRefreshToken: Bool { settings.refreshToken != .none && settings.defect != .noRefreshToken }

    /// Returns the answer with tokens (RFC 6749, 5.1).
    private func tokens(
        _ id: String, _ grant: Grant, _ drawn: Drawn, refresh: String?, at now: Date, reason: String
    ) throws -> SiteAnswer {
        var members: Members = [
            "access_token": .string("\(id).\(drawn.access)"),
            "token_type": .string(settings.defect == .wrongTokenType ? "mac" : "Bearer"),
            "expires_in": .integer(Int64(settings.accessTokenTTL)),
        ]
        if let refresh {
            members["refresh_token"] = .string("\(id).\(refresh)")
            members["refresh_token_expires_in"] = .integer(Int64(max(0, grant.refreshEnds.timeIntervalSince(now))))
        }
        if settings.userInfo == .inToken {
            for (name, value) in UserInfo(provider: provider, user: grant.user).members { members[name] = value }
        }
        return .json(members, outcome: "tokens", reason: provider.noting(settings.defect, reason))
    }
}

/// The credentials of a client in the header `Authorization` (RFC 7617; RFC 6749, 2.3.1).
private struct BasicCredentials {
    let id: String
    let secret: String

    init?(_ header: String) {
        guard header.prefix(6).lowercased() == "basic ",
            let octets = Data(base64Encoded: header.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let text = String(validating: octets, as: UTF8.self), let colon = text.firstIndex(of: ":"),
            let id = Self.decoded(text[..<colon]), let secret = Self.decoded(text[text.index(after: colon)...])
        else { return nil }
        (self.id, self.secret) = (id, secret)
    }

    /// Decodes a part, which is encoded as a value of a form.
    private static func decoded(_ part: Substring) -> String? {
        part.replacing("+", with: " ").removingPercentEncoding
    }
}

extension Provider {
    /// Returns the reason of an answer, with the defect that it has.
    func noting(_ defect: OAuth2Defect, _ reason: String) -> String {
        defect == .none ? reason : "the provider is configured with the defect '\(defect.rawValue)'"
    }
}
