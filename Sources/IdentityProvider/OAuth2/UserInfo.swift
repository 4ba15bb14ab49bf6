import Foundation
import HTTPTypes
import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

/// What a provider says about the user of a grant: the same as in a SAML response.
struct UserInfo {
    let provider: Provider
    let user: GrantedUser

    /// The members; without a user identifier with the defect `noUserID`, and empty for an unknown user.
    var members: Members {
        guard let subscriber = provider.subscriber(user.subscriber)?.using(account: user.account) else { return [:] }
        var members: Members = [:]
        let hasID = provider.authorizationServer.defect != .noUserID
        if hasID { members["userID"] = .string(subscriber.userID.rawValue) }
        var attributes: Members = [:]
        for attribute in subscriber.attributes where attribute.name != "userID" {
            attributes[attribute.name] =
                switch attribute.value {
                case .text(let text): .string(text)
                case .list(let texts): .array(texts.map(JSONValue.string))
                case .map(let map):
                    .object(
                        Members(
                            uniqueKeysWithValues: map.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
                }
        }
        members["attributes"] = .object(attributes)
        if provider.homeNetwork != nil, provider.homeFlag {
            members["hba_status"] = .string(user.isAtHome ? "true" : "false")
        }
        return members
    }
}

/// A request to a provider's user info endpoint, with an access token (RFC 6750).
struct UserInfoVisit {
    let place: SiteContext

    /// Answers a request.
    ///
    /// - Parameter authorization: The header `Authorization`; `nil` if the request has none.
    /// - Returns: The user's attributes, or status 401.
    /// - Throws: `StateError` if the state cannot be read.
    func answer(authorization: String?) throws -> SiteAnswer {
        guard let authorization else { return refuse("Bearer", "the request has no access token") }
        guard authorization.prefix(7).lowercased() == "bearer " else {
            let scheme = authorization.contains(" ") ? authorization.prefix { $0 != " " }.prefix(32) : ""
            return refuse(
                "Bearer", "the header Authorization has the scheme '\(scheme)', not 'Bearer', so it has no access token"
            )
        }
        let token = authorization.dropFirst(7).trimmingCharacters(in: .whitespaces)
        let now = try place.site.simulation.clock.now()
        let grant: Grant
        switch try use(of: token, at: now) {
        case .success(let valid): grant = valid
        case .failure(let flaw): return refuse("Bearer error=\"invalid_token\"", flaw.reason)
        }
        return .json(
            UserInfo(provider: place.provider, user: grant.user).members, outcome: "user info",
            reason: place.provider.noting(
                place.provider.authorizationServer.defect, "the access token of '\(grant.user.subscriber)' is valid"))
    }

    /// Why a token gives no access, as a clause without the token.
    private struct Flaw: Error {
        let reason: String
    }

    /// Returns the grant of an access token, or why it has none.
    private func use(of token: String, at now: Date) throws -> Result<Grant, Flaw> {
        func flaw(_ reason: String) -> Result<Grant, Flaw> { .failure(Flaw(reason: reason)) }
        guard let (id, random) = Grant.parts(of: token) else {
            return flaw("the access token is none of this provider: it is not two identifiers with a '.' between")
        }
        let found = try place.site.simulation.store.read { try $0.value(for: Grant.key(id, at: place.provider)) }
        guard let grant = found else { return flaw("the access token is unknown or revoked") }
        guard grant.hasAccess(random, at: now) else {
            switch grant.presented(random) {
            case .current, .replaced: return flaw("the token is a refresh token, not an access token")
            case .access:
                let end = grant.end(ofAccess: random).map { " at \(TimeText.format($0))" } ?? ""
                return flaw("the access token has expired\(end); the clock shows \(TimeText.format(now))")
            case .unknown: return flaw("the access token was replaced by newer ones, or is none of its grant")
            }
        }
        guard place.provider.subscriber(grant.user.subscriber) != nil else {
            return flaw("the subscriber '\(grant.user.subscriber)' of the access token no longer exists")
        }
        return .success(grant)
    }

    private func refuse(_ challenge: String, _ reason: String) -> SiteAnswer {
        var answer = SiteAnswer.json(
            ["error": "invalid_token", "error_description": .string(reason)], status: 401, outcome: "invalid_token",
            reason: reason)
        answer.fields[.wwwAuthenticate] = challenge
        return answer
    }
}

extension SiteAnswer {
    private static let jsonType = "application/json;charset=UTF-8"

    /// Whether the content is JSON.
    var isJSON: Bool { contentType == Self.jsonType }

    /// Returns an answer in JSON.
    static func json(_ members: Members, status: Int = 200, outcome: String, reason: String) -> SiteAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(JSONValue.object(members))).map { String(decoding: $0, as: UTF8.self) }
        var answer = SiteAnswer(status: status, html: text ?? "{}", outcome: outcome, reason: reason)
        answer.contentType = jsonType
        return answer
    }

    /// Returns the refusal of a request for tokens (RFC 6749, 5.2).
    static func refusedTokens(_ code: String, _ reason: String, status: Int = 400) -> SiteAnswer {
        json(
            ["error": .string(code), "error_description": .string(OAuth2SignIn.ascii(reason))], status: status,
            outcome: code, reason: reason)
    }
}
