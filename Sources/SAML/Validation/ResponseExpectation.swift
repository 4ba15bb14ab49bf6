package import Foundation

/// What a response must fit, to be believed.
///
/// What is `nil` is not checked.
package struct ResponseExpectation: Sendable {
    /// The two kinds of responses.
    package enum Profile: String, Sendable, CaseIterable {
        /// The answer to an authentication request, brought by a browser (SAML Profiles 2.0 § 4.1).
        case webSSO = "web-sso"
        /// The answer to an attribute query, which needs no authentication statement, confirmation or destination
        /// (SAML Profiles 2.0 § 6).
        case attributeQuery = "attribute-query"
    }

    /// How a response must relate to a request (SAML Profiles 2.0 § 4.1.5).
    package enum Solicitation: Sendable, Hashable {
        /// It is not looked at.
        case notChecked
        /// It must answer this request.
        case answer(to: String)
        /// It must answer none: nobody asked.
        case unsolicited
        /// It must answer this request or none, and never say both.
        case answerOrUnsolicited(to: String)

        /// What is meant by a request that may be given, and by whether unsolicited responses are taken.
        package init(answering request: String?, unsolicited: Bool) {
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
    /// The entity that must have issued it.
    package var issuer: String?
    /// For whom it must be.
    package var audience: String?
    /// The address to which it must be delivered.
    package var recipient: String?
    /// How it must relate to a request.
    package var solicitation = Solicitation.notChecked
    /// The attributes that it must have, with a value that is not empty.
    package var requiredAttributes: [String] = []
    /// The attributes that it may have no more than one value of: by several nobody could tell who the person is.
    package var singleAttributes: [String] = []
    /// The name of the subject that it must be about: the attribute query's.
    package var subject: String?
    /// The class of the authentication context that it must have.
    package var authnContext: String?
    /// How many identity providers may stand between the issuer and whoever authenticated the person: the `ProxyCount`
    /// of the request's `Scoping` (SAML Core 2.0 § 3.4.1.2).
    package var proxyCount: Int?
    /// The instant at which it is judged.
    package var now: Date
    /// By how many seconds the issuer's clock may differ.
    package var clockSkew: TimeInterval = 0
    /// Says whether an assertion was accepted before; without it, replay is not checked.
    package var isReplay: (@Sendable (_ assertionID: String) -> Bool)?

    /// Creates an expectation that checks nothing but what a response says of itself.
    package init(now: Date) {
        self.now = now
    }

    /// The request that it must answer; `nil`: that is not looked at.
    package var inResponseTo: String? {
        get {
            switch solicitation {
            case .answer(let request), .answerOrUnsolicited(let request): request
            case .notChecked, .unsolicited: nil
            }
        }
        set { solicitation = newValue.map { .answer(to: $0) } ?? .notChecked }
    }
}
