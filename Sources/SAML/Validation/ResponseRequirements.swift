public import Foundation
import TVSimStructuredText

/// The requirements for a valid response.
///
/// A requirement that is not set is not checked.
public struct ResponseRequirements: Sendable {
    /// The kind of a response.
    public enum Profile: String, Sendable, CaseIterable {
        /// The answer to an authentication request (SAML Profiles 2.0, 4.1).
        case webSSO = "web-sso"
        /// The answer to an attribute query, which has fewer requirements (SAML Profiles 2.0, 6).
        case attributeQuery = "attribute-query"
    }

    /// A deviation from SAML that can be accepted; by default all of them are rejected.
    ///
    /// None changes what a signature must cover, or which element is read.
    public enum Relaxation: String, Sendable, Hashable, Codable, CaseIterable {
        /// Children out of the schema's order, such as a late `Issuer` or `Signature`.
        case elementOrder = "element-order"
        /// A `NotBefore` in the confirmation data of a bearer (SAML Profiles 2.0, 4.1.4.2); it must have passed.
        case bearerNotBefore = "bearer-not-before"
        /// An attribute statement without an attribute (SAML Core 2.0, 2.7.3).
        case emptyAttributeStatement = "empty-attribute-statement"
        /// A subject without a name, which SAML Core 2.0, 2.4.1 allows together with a confirmation.
        case missingNameID = "missing-name-id"
        /// A time with an offset from UTC (SAML Core 2.0, 1.3.3), which is converted.
        case timeOffset = "time-offset"
        /// An `ID` that is not an NCName (XML Schema Part 2, 3.3.8): it begins with a digit, `-` or `.`, or has a `:`.
        case invalidID = "invalid-id"
        /// White space at the ends of an `Issuer`, a `NameID` or the value of an attribute (SAML Core 2.0, 1.3.1), which
        /// is removed.
        case surroundingWhiteSpace = "surrounding-white-space"
        /// A `Reference` without `URI` in the signature of the document's root, which it then means (XML Signature 1.1,
        /// 4.4.3.1).
        case missingReferenceURI = "missing-reference-uri"
        /// A `Reference` with an empty `URI` in the signature of the document's root, which it then means (XML Signature
        /// 1.1, 4.4.3.2).
        case emptyReferenceURI = "empty-reference-uri"
        /// A `Reference` without a canonicalization, which is then Canonical XML 1.0 (XML Signature 1.1, 4.4.3.2).
        case implicitCanonicalization = "implicit-canonicalization"
    }

    /// The kind of response.
    public var profile = Profile.webSSO
    /// The required issuer; `nil` if it is not checked.
    public var issuer: String?
    /// The required audience; `nil` if it is not checked.
    public var audience: String?
    /// The address of the delivery; `nil` if it is not checked.
    public var recipient: String?
    /// The identifier of the request that the response must answer; `nil` if it is not compared with a request.
    public var inResponseTo: String?
    /// Whether an unsolicited response is accepted.
    ///
    /// If it is `true` and ``inResponseTo`` is `nil`, only unsolicited responses are accepted. If it is `false` and
    /// ``inResponseTo`` is `nil`, both kinds are accepted.
    public var unsolicited = false
    /// The allowed difference of the issuer's clock in seconds.
    public var clockSkew: TimeInterval = 0
    /// The names of the attributes that must have a non-empty value.
    public var requiredAttributes: [String] = []
    /// The attributes that may have one value at most; with several values the user would not be certain.
    package var singleAttributes: [String] = []
    /// The required name of the subject; `nil` if it is not checked.
    public var subject: String?
    /// The `SPNameQualifier` that the subject's name must have, or omit; `nil` if it is not checked.
    public var spNameQualifier: String?
    /// The required class of the authentication context; `nil` if it is not checked.
    public var authnContext: String?
    /// The maximum number of identity providers between the issuer and the authenticating one (SAML Core 2.0,
    /// 3.4.1.2); `nil` if it is not checked.
    public var proxyCount: Int?
    /// Whether a time of issue or authentication in the future is rejected; otherwise it gives a note.
    public var strictInstants = false
    /// The accepted deviations from SAML.
    public var allowed: Set<Relaxation> = []
    /// Returns whether an assertion with this identifier was accepted before; `nil` to disable the replay check.
    public var isReplay: (@Sendable (_ assertionID: String) -> Bool)?

    /// Creates requirements that check only the response's own validity.
    package init() {}
}

extension ResponseRequirements {
    /// The required relation of a response to a request (SAML Profiles 2.0, 4.1.5).
    enum Solicitation: Sendable, Hashable {
        /// The relation is not checked.
        case notChecked
        /// The response must answer this request.
        case answer(to: MessageID)
        /// The response must answer no request.
        case unsolicited
        /// The response must answer this request or none, consistently.
        case answerOrUnsolicited(to: MessageID)
    }

    /// The required relation to a request.
    var solicitation: Solicitation {
        switch (MessageID(inResponseTo), unsolicited) {
        case (let request?, false): .answer(to: request)
        case (let request?, true): .answerOrUnsolicited(to: request)
        case (nil, true): .unsolicited
        case (nil, false): .notChecked
        }
    }
}
