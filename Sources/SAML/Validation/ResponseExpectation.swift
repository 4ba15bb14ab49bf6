package import Foundation
package import Identifiers

/// The requirements for a valid response.
///
/// A requirement that is `nil` is not checked.
package struct ResponseExpectation: Sendable {
    /// The two kinds of response.
    package enum Profile: String, Sendable, CaseIterable {
        /// The answer to an authentication request, delivered by a browser (SAML Profiles 2.0, 4.1).
        case webSSO = "web-sso"
        /// The answer to an attribute query, which needs no authentication statement, confirmation or destination (SAML
        /// Profiles 2.0, 6).
        case attributeQuery = "attribute-query"
    }

    /// The required relation of a response to a request (SAML Profiles 2.0, 4.1.5).
    package enum Solicitation: Sendable, Hashable {
        /// The relation is not checked.
        case notChecked
        /// The response must answer this request.
        case answer(to: MessageID)
        /// The response must answer no request.
        case unsolicited
        /// The response must answer this request or none, consistently.
        case answerOrUnsolicited(to: MessageID)

        /// Creates the relation for an optional request and for whether unsolicited responses are accepted.
        package init(answering request: MessageID?, unsolicited: Bool) {
            switch (request, unsolicited) {
            case (let request?, false): self = .answer(to: request)
            case (let request?, true): self = .answerOrUnsolicited(to: request)
            case (nil, true): self = .unsolicited
            case (nil, false): self = .notChecked
            }
        }
    }

    /// The kind of response.
    package var profile = Profile.webSSO
    /// The expected issuer.
    package var issuer: EntityID?
    /// The expected audience.
    package var audience: EntityID?
    /// The address of the delivery.
    package var recipient: EndpointLocation?
    /// The required relation to a request.
    package var solicitation = Solicitation.notChecked
    /// The attributes that must have a non-empty value.
    package var requiredAttributes: [String] = []
    /// The attributes that may have one value at most; with several values the user would not be certain.
    package var singleAttributes: [String] = []
    /// The subject's name, for example that in the attribute query.
    package var subject: UserID?
    /// The `SPNameQualifier` of the subject's name, which may be missing.
    package var spNameQualifier: EntityID?
    /// The required class of the authentication context.
    package var authnContext: String?
    /// The maximum number of identity providers between the issuer and the authenticating one: the `ProxyCount` of the
    /// request's `Scoping` (SAML Core 2.0, 3.4.1.2).
    package var proxyCount: Int?
    /// Whether an IssueInstant or AuthnInstant in the future is rejected; otherwise it gives a note.
    package var strictInstants = false
    /// The accepted deviations from SAML.
    package var allowed: Set<SAMLRelaxation> = []
    /// The time of the validation.
    package var now: Date
    /// The allowed difference of the issuer's clock in seconds.
    package var clockSkew: TimeInterval = 0
    /// Returns whether an assertion was accepted before; `nil` disables the replay check.
    package var isReplay: (@Sendable (_ assertionID: String) -> Bool)?

    /// Creates an expectation without requirements beyond the response's own validity.
    package init(now: Date) {
        self.now = now
    }

    /// The identifier of the request to answer; `nil` if it is not checked.
    package var inResponseTo: MessageID? {
        get {
            switch solicitation {
            case .answer(let request), .answerOrUnsolicited(let request): request
            case .notChecked, .unsolicited: nil
            }
        }
        set { solicitation = newValue.map { .answer(to: $0) } ?? .notChecked }
    }
}
