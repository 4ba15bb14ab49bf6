package import TVSimEntitlementAPI

/// What the service answered to a request.
package struct AnswerFact: Codable, Hashable, Sendable {
    /// An error of the whole answer, or of one of its items.
    package struct Failure: Codable, Hashable, Sendable {
        /// The code, such as `authenticated_profile_missing`.
        package var code: String
        /// What the vendor's documentation says to do; `nil` for an error of registration.
        package var action: String?
        /// The resource of the item; `nil` for an error of the whole answer.
        package var resource: String?
    }

    /// A session.
    package struct Session: Codable, Hashable, Sendable {
        /// The next step.
        package var action: SessionResponse.ActionName
        /// The reason.
        package var reason: SessionResponse.ReasonType
        /// The code.
        package var code: String?
        /// The MVPD.
        package var mvpd: String?
        /// The end of the code's validity, in milliseconds since 1970.
        package var notAfter: Int64?
        /// The names of the missing parameters.
        package var missing: [String]?
        /// The pseudonym of the request to the partner's framework.
        package var verificationToken: String?
        /// The attributes to ask the partner's framework for.
        package var attributes: [String]?
    }

    /// A profile.
    package struct ProfileKept: Codable, Hashable, Sendable {
        /// The MVPD.
        package var mvpd: String
        /// The kind, such as `regular`.
        package var type: String
        /// The end of the profile, in milliseconds since 1970.
        package var notAfter: Int64
    }

    /// A decision on a resource.
    package struct Decided: Codable, Hashable, Sendable {
        /// The resource.
        package var resource: String
        /// Whether the user may watch it.
        package var authorized: Bool
        /// What decided.
        package var source: ResourceDecision.Source
        /// The media token of a permit.
        package var token: MediaToken?
    }

    /// A media token, by a pseudonym.
    package struct MediaToken: Codable, Hashable, Sendable {
        /// The pseudonym, as the journal has it in a mark.
        package var pseudonym: String
        /// The end of the validity, in milliseconds since 1970.
        package var notAfter: Int64
    }

    /// The step of a logout.
    package struct LogoutStep: Codable, Hashable, Sendable {
        /// The MVPD.
        package var mvpd: String
        /// What the app does next.
        package var action: String
        /// The number of the page to open; `nil` for a step without a page.
        package var page: Int?
    }

    /// The status of the response.
    package var status: Int
    /// After how many seconds the answer asks for the next request (`Retry-After`); `nil` if it does not, or
    /// asks for it at once.
    package var retryAfter: Int?
    /// The errors.
    package var errors: [Failure]
    /// The session.
    package var session: Session?
    /// The profiles; `nil` if the answer has no list of them.
    package var profiles: [ProfileKept]?
    /// The decisions.
    package var decisions: [Decided]?
    /// The steps of a logout.
    package var logouts: [LogoutStep]?
    /// The providers' identifiers in Apple's framework, of a configuration.
    package var providers: [String]?
    /// The client that was registered.
    package var client: String?
    /// The access token that was issued.
    package var accessToken: TokenFact?
    /// The address of an app that a page opens, without its query.
    package var opens: String?

    /// Whether the status is one of success.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether an error of the answer, or of an item, demands an action.
    package func demands(_ action: EnhancedError.Action) -> Bool { errors.contains { $0.action == action.rawValue } }
}
