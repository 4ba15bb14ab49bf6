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
    ///   - type: The header `Content-Type`, for the reason of a refusal; `nil` if the request has none.
    ///   - query: The query of the address, for the reason of a refusal.
    /// - Returns: The tokens, or an error with a code of RFC 6749, 5.2.
    /// - Throws: `StateError` if the state cannot be read or written.
    func answer(body: Data, authorization: String?, type: String? = nil, query: String = "") throws -> SiteAnswer {
        let foreign = ForeignBody.kind(body, type: type)
        // An empty body has no type; its parameters may be in the address.
        if let foreign, !body.isEmpty { return .refusedTokens("invalid_request", foreign) }
        let form: [FormField]
        do throws(ParameterFlaw) { form = try [FormField](oauth2: body, knowing: Self.parameters) } catch {
            return .refusedTokens("invalid_request", error.reason)
        }
        let client: OAuth2Client
        switch ClientAuthentication(place: place, elsewhere: Self.inAddress(query) ?? foreign)
            .authenticate(form, authorization)
        {
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
        case nil:
            return .refusedTokens(
                "invalid_request",
                Self.inAddress(query) ?? foreign
                    ?? "the field 'grant_type' is missing: the form has \(form.shownNames)")
        case let type?:
            return .refusedTokens(
                "unsupported_grant_type",
                "the grant type '\(type.prefix(64))' is not supported: expected 'authorization_code' or 'refresh_token'"
            )
        }
    }

    /// The parameters of a request (RFC 6749, 2.3.1, 4.1.3 and 6; RFC 7636, 4.5).
    private static let parameters: Set = [
        "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier", "refresh_token", "scope",
    ]

    /// Says that the parameters are in the address; `nil` if they are not.
    private static func inAddress(_ query: String) -> String? {
        guard let fields = FormCoding.decode(query), fields.value("grant_type") != nil else { return nil }
        return "the parameters (\(fields.shownNames)) are in the address: expected them in the body (RFC 6749, 3.2)"
    }

    private typealias Drawn = (grant: String, access: String, refresh: String)

    // MARK: - The grants

    /// Redeems an authorization code, once (RFC 6749, 4.1.3; RFC 7636, 4.6).
    private func redeem(_ form: [FormField], _ client: OAuth2Client, _ drawn: Drawn) throws -> SiteAnswer {
        guard let code = form.value("code") else {
            return .refusedTokens("invalid_request", "the field 'code' is missing: the form has \(form.shownNames)")
        }
        guard BrowserSession.isIdentifier(code) else {
            return .refusedTokens(
                "invalid_grant", "the code is none of this provider: it has another form (length \(code.utf8.count))")
        }
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
                client: client.clientID, user: kept.user, scope: kept.scope,
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
            id, grant, drawn, refresh: grant.refresh == nil ? nil : drawn.refresh, scope: grant.scope, at: now,
            reason: "the code of '\(grant.user.subscriber)' is valid")
    }

    /// Returns why a client cannot redeem a code; `nil` if it can.
    private func obstacle(
        to code: AuthorizationCode, _ form: [FormField], _ client: OAuth2Client, at now: Date
    ) -> String? {
        guard now < code.notAfter else {
            return "the code has expired: it was valid until \(TimeText.format(code.notAfter)), and the clock shows "
                + TimeText.format(now)
        }
        guard code.client.utf8.elementsEqual(client.clientID.utf8) else {
            return "the code was issued to another client: to '\(code.client)', not to '\(client.clientID)'"
        }
        if let obstacle = otherAddress(code, form.value("redirect_uri"), client) { return obstacle }
        guard settings.pkce != .none else { return nil }
        switch (code.challenge, form.value("code_verifier")) {
        case (nil, nil): return nil
        // A verifier without a challenge may be the sign of a removed challenge (RFC 9700, 4.8.2).
        case (nil, _?): return "the authorization request had no code_challenge"
        case (_?, nil): return "the field 'code_verifier' is missing: the authorization request had a code_challenge"
        case (let challenge?, let verifier?):
            if let flaw = ProofKey.flaw(of: verifier) { return "the code_verifier \(flaw)" }
            let given = ProofKey.challenge(of: verifier)
            if given == challenge { return nil }
            guard !verifier.utf8.elementsEqual(challenge.utf8) else {
                return
                    "the code_verifier does not match the code_challenge: it is the code_challenge itself, and expected is "
                    + "the text of which that is the digest (S256)"
            }
            return
                "the code_verifier does not match the code_challenge: it gives '\(given)', and the authorization request "
                + "had '\(challenge.prefix(128))'"
        }
    }

    /// Returns why the address of a request is not that of the code; `nil` if it is.
    private func otherAddress(_ code: AuthorizationCode, _ found: String?, _ client: OAuth2Client) -> String? {
        guard code.redirectURI != nil || found != nil else { return nil }
        let expected = code.redirectURI ?? client.redirectURIs[0]
        if found?.utf8.elementsEqual(expected.utf8) == true { return nil }
        guard let found else {
            return "the redirect_uri is missing: the authorization request had '\(expected.prefix(256))'"
        }
        let whose =
            code.redirectURI == nil ? "the only one of '\(client.clientID)' is" : "the authorization request had"
        return "the redirect_uri '\(found.prefix(256))' is not that of the authorization request: \(whose) "
            + "'\(expected.prefix(256))'"
    }

    /// Gives a new access token for a refresh token (RFC 6749, 6).
    private func refresh(_ form: [FormField], _ client: OAuth2Client, _ drawn: Drawn) throws -> SiteAnswer {
        guard let token = form.value("refresh_token") else {
            return .refusedTokens(
                "invalid_request", "the field 'refresh_token' is missing: the form has \(form.shownNames)")
        }
        guard let (id, random) = Grant.parts(of: token) else {
            return .refusedTokens(
                "invalid_grant",
                "the refresh token is none of this provider: it is not two identifiers with a '.' between")
        }
        let now = try simulation.clock.now()
        let key = Grant.key(id, at: provider)
        let found = try simulation.store.write { state -> Result<Grant, RefusedGrant> in
            guard var grant = try state.value(for: key) else {
                return .refused("the refresh token is unknown or revoked")
            }
            guard grant.client.utf8.elementsEqual(client.clientID.utf8) else {
                return .refused(
                    "the refresh token was issued to another client: to '\(grant.client)', not to '\(client.clientID)'")
            }
            guard provider.subscriber(grant.user.subscriber) != nil else {
                return .refused("the subscriber '\(grant.user.subscriber)' no longer exists")
            }
            switch grant.presented(random) {
            case .current: break
            case .replaced:
                try state.setValue(nil, for: key)
                return .refused("the refresh token was replaced, so the session ends")
            case .access: return .refused("the token is an access token, not a refresh token")
            case .unknown: return .refused("the refresh token is none of its grant, which is valid")
            }
            guard now < grant.refreshEnds else {
                return .refused(
                    "the refresh token has expired: it was valid until \(TimeText.format(grant.refreshEnds)), and the clock "
                        + "shows \(TimeText.format(now))")
            }
            if let excess = grant.excess(of: form.value("scope")) { return .refused(excess, as: "invalid_scope") }
            if settings.refreshToken == .rotating { grant.rotate(to: drawn.refresh) }
            grant.add(.init(digest: Grant.digest(drawn.access), ends: now.addingTimeInterval(settings.accessTokenTTL)))
            try state.setValue(grant, for: key)
            return .success(grant)
        }
        let grant: Grant
        switch found {
        case .success(let renewed): grant = renewed
        case .failure(let refusal): return .refusedTokens(refusal.code, refusal.reason)
        }
        return try tokens(
            id, grant, drawn, refresh: settings.refreshToken == .rotating ? drawn.refresh : random,
            scope: form.value("scope") ?? grant.scope, at: now,
            reason: "the refresh token of '\(grant.user.subscriber)' is valid")
    }

    private var givesRefreshToken: Bool { settings.refreshToken != .none && settings.defect != .noRefreshToken }

    /// Returns the answer with tokens (RFC 6749, 5.1).
    private func tokens(
        _ id: String, _ grant: Grant, _ drawn: Drawn, refresh: String?, scope: String?, at now: Date, reason: String
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
        if let scope { members["scope"] = .string(scope) }
        if settings.userInfo == .inToken {
            for (name, value) in UserInfo(provider: provider, user: grant.user).members { members[name] = value }
        }
        return .json(members, outcome: "tokens", reason: provider.noting(settings.defect, reason))
    }
}

/// Why a grant gives no tokens, with a code of RFC 6749, 5.2.
private struct RefusedGrant: Error {
    let code: String
    let reason: String
}

extension Result where Success == Grant, Failure == RefusedGrant {
    fileprivate static func refused(_ reason: String, as code: String = "invalid_grant") -> Self {
        .failure(RefusedGrant(code: code, reason: reason))
    }
}

extension Provider {
    /// Returns the reason of an answer, with the defect that it has.
    func noting(_ defect: OAuth2Defect, _ reason: String) -> String {
        defect == .none ? reason : "the provider is configured with the defect '\(defect.rawValue)'"
    }
}
