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
        guard let authorization, authorization.prefix(7).lowercased() == "bearer " else {
            return refuse("Bearer", "the request has no access token")
        }
        let token = authorization.dropFirst(7).trimmingCharacters(in: .whitespaces)
        let now = try place.site.simulation.clock.now()
        guard let (id, random) = Grant.parts(of: token),
            let grant = try place.site.simulation.store.read({ try $0.value(for: Grant.key(id, at: place.provider)) }),
            grant.hasAccess(random, at: now), place.provider.subscriber(grant.user.subscriber) != nil
        else { return refuse("Bearer error=\"invalid_token\"", "the access token is unknown, revoked or expired") }
        return .json(
            UserInfo(provider: place.provider, user: grant.user).members, outcome: "user info",
            reason: place.provider.noting(
                place.provider.authorizationServer.defect, "the access token of '\(grant.user.subscriber)' is valid"))
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
