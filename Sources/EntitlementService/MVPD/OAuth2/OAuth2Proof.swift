import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// An authorization response that a browser brought (RFC 6749, 4.1.2).
struct OAuth2Proof: AuthenticationResponse {
    let context: ServiceContext
    /// The fields of the response.
    let fields: [FormField]
    /// The request that the response names in `state`.
    let requestID: String
    /// The session's code, which `state` names too.
    let sessionCode: String
    let served: ServedAddress

    var errorCode: EnhancedErrorCode { .invalidAuthenticationSession }
    var protocolName: String { "OAuth 2" }
    var unknownCode: String { "The state names no valid code: '\(sessionCode.prefix(64))' is none." }
    var nonePending: String { "state: no request is pending" }

    /// Redeems the code of the response, once, and asks the MVPD who the user is.
    func judged(
        as sent: [SessionRecord.SentRequest], _ configuration: ServiceConfiguration, _ integration: Integration,
        at now: Date, isReplay: @escaping @Sendable (_ proof: String) -> Bool
    ) throws -> SignInVerdict {
        guard let request = sent.first(where: { $0.id.utf8.elementsEqual(requestID.utf8) }) else {
            return Self.invalid("state", "The state belongs to another request, or to none.")
        }
        guard let server = integration.authorizationServer else {
            return Self.invalid("server", "'\(integration.mvpd)' has no authorization server.")
        }
        if let flaw = issuerFlaw(of: server) { return Self.invalid("issuer", flaw) }
        if let error = fields.value("error") {
            let said = fields.value("error_description").map { ": \($0.prefix(256))" } ?? ""
            return .refusedByMVPD(reason: "\(error.prefix(64))\(said)")
        }
        guard let code = fields.value("code") else {
            return Self.invalid(
                "code", "The response has neither 'code' nor 'error': it has \(fields.shownNames).")
        }
        let proof = ServiceDocument.digest(code)
        guard !isReplay(proof) else {
            return Self.invalid("replay", "The state has already been answered: its code was used before.")
        }
        guard try claim(request.id, at: now) else {
            return Self.invalid("replay", "The state has already been answered, with another response.")
        }
        let session = try context.simulation.store.read { try $0.value(for: ServiceDocument.session(sessionCode)) }
        let client = TokenClient(
            context: context, mvpd: integration.mvpd, server: server, served: served, client: session?.clientID)
        do {
            let tokens = try client.tokens(
                code: code, redirectURI: request.returnAddress, verifier: request.verifier)
            let members =
                try server.userInfoEndpoint.map { try client.userInfo(at: $0, accessToken: tokens.accessToken) }
                ?? tokens.members
            let claims = UserClaims(members)
            guard let userID = claims.userID else {
                let names = members.keys.sorted().prefix(12).map { "'\($0.prefix(64))'" }.joined(separator: ", ")
                return Self.invalid(
                    "userID",
                    "The answer about the user has no user identifier ('userID' or 'sub'): it has "
                        + "\(names.isEmpty ? "no member" : names).")
            }
            return .proven(
                AuthenticatedSubject(
                    proof: proof, proofEnds: now.addingTimeInterval(SessionRecord.validity), userID: userID,
                    attributes: claims.attributes, session: .oauth2(OAuth2Session(tokens, proof: proof, at: now)),
                    homeSessionEnds: tokens.refreshExpiresIn.map(now.addingTimeInterval)), answering: request)
        } catch let failure as TokenClient.Failure {
            let reason = "The MVPD gave no identity: \(failure.reason)."
            guard !failure.isOfNetwork else { return .invalid(.noAnswer(failure.outcome == .timeout, reason)) }
            return Self.invalid(failure.outcome == .refused ? "tokens" : "response", reason)
        }
    }

    /// Returns why the response is not one of the server to which the request went (RFC 9207, 2.4); `nil` if it is, or if
    /// the server does not announce that its responses name it.
    private func issuerFlaw(of server: OAuth2Trust) -> String? {
        guard let issuer = server.issuer else { return nil }
        let expected = server.isExternal ? issuer : served.address(of: issuer)
        guard let found = fields.value("iss") else {
            return "The response has no 'iss', which the server announces: expected '\(expected)', and it has "
                + "\(fields.shownNames)."
        }
        guard !found.utf8.elementsEqual(expected.utf8) else { return nil }
        return
            "The response is of another server: its 'iss' is '\(found.prefix(256))', and the request went to '\(expected)'."
    }

    /// Marks the request as answered, so that its code is redeemed once even if the browser brings it twice.
    private func claim(_ id: String, at now: Date) throws -> Bool {
        try context.simulation.store.write { state in
            let key = ServiceDocument.session(sessionCode)
            guard var record = try state.value(for: key), record.holds(at: now), record.claim(id) else { return false }
            try state.setValue(record, for: key)
            return true
        }
    }

    private static func invalid(_ policy: String, _ reason: String) -> SignInVerdict {
        var refusal = Refusal(.invalidAuthenticationSession, reason, details: "\(policy): \(reason)")
        refusal.policies = [policy]
        return .invalid(refusal)
    }
}

extension Refusal {
    /// Creates the refusal of a sign-in for which the MVPD gave no answer, with the status of a gateway.
    fileprivate static func noAnswer(_ isLate: Bool, _ reason: String) -> Refusal {
        let code = isLate ? EnhancedErrorCode.networkConnectionTimeout : .networkReceivedError
        return Refusal(code.answered(with: isLate ? 504 : 503), reason)
    }
}

extension OAuth2Session {
    /// Creates the session that a sign-in gives.
    fileprivate init(_ tokens: MVPDTokens, proof: String, at now: Date) {
        self.init(
            proof: proof, accessToken: tokens.accessToken, accessEnds: tokens.expiresIn.map(now.addingTimeInterval),
            refreshToken: tokens.refreshToken, refreshEnds: tokens.refreshExpiresIn.map(now.addingTimeInterval),
            notAfter: .distantPast)
    }
}

/// What an MVPD with OAuth 2 says about a user.
struct UserClaims {
    /// The user identifier: `userID`, else `sub` (OpenID Connect Core 1.0, 5.1); `nil` if it is missing.
    let userID: UserID?
    /// The attributes, with the values that a SAML response would have.
    let attributes: [String: [String]]

    init(_ members: Members) {
        let id = [members["userID"], members["sub"]].compactMap { $0.map(Self.texts)?.first }.first { !$0.isEmpty }
        userID = id.map { UserID($0) }
        var attributes: [String: [String]] = [:]
        if case .object(let named)? = members["attributes"] {
            for (name, value) in named { attributes[name] = Self.texts(value) }
        }
        if let status = members[EntitlementProfile.homeBasedKey] {
            attributes[EntitlementProfile.homeBasedKey] = Self.texts(status)
        }
        if let id { attributes["userID"] = [id] }
        self.attributes = attributes
    }

    /// Returns the values of an attribute as texts: those of a list, and of an object its JSON.
    private static func texts(_ value: JSONValue) -> [String] {
        switch value {
        case .null: []
        case .string(let text): [text]
        case .array(let values): values.flatMap(texts)
        case .bool, .integer, .number, .object:
            (try? WireCoding.encode(value)).map { [String(decoding: $0, as: UTF8.self)] } ?? []
        }
    }
}
