public import Foundation
import Identifiers
package import SAML
import Scenario
import XMLSecurity

/// Validates SAML responses.
///
/// `tvsim saml validate` does the same on the command line. The signature is always validated, with the given
/// certificates only. A requirement that is not set is not checked.
///
/// ```swift
/// var check = try ResponseCheck(certificates: [pem], audience: "https://sp.example")
/// check.clockSkew = 60
/// #expect(check.failures(of: response, at: .now) == [])
/// ```
public struct ResponseCheck: Sendable {
    /// The kind of a response.
    public enum Profile: String, Sendable, CaseIterable {
        /// The answer to an authentication request (SAML Profiles 2.0, 4.1).
        case webSSO = "web-sso"
        /// The answer to an attribute query, which has fewer requirements (SAML Profiles 2.0, 6).
        case attributeQuery = "attribute-query"
    }

    /// A deviation from SAML that a check can accept; by default it rejects all of them.
    public enum Relaxation: String, Sendable, Hashable, CaseIterable {
        /// Children out of the schema's order, such as a late `Issuer` or `Signature`.
        case elementOrder = "element-order"
        /// A `NotBefore` in the confirmation data of a bearer; it must have passed.
        case bearerNotBefore = "bearer-not-before"
        /// An attribute statement without an attribute.
        case emptyAttributeStatement = "empty-attribute-statement"
        /// A subject without a name.
        case missingNameID = "missing-name-id"

        fileprivate var relaxation: SAMLRelaxation {
            switch self {
            case .elementOrder: .elementOrder
            case .bearerNotBefore: .bearerNotBefore
            case .emptyAttributeStatement: .emptyAttributeStatement
            case .missingNameID: .missingNameID
            }
        }
    }

    /// The decryption keys, and the weak keys and algorithms to accept.
    public struct Keys: Sendable, Hashable {
        /// The private keys for decryption, in PEM; one string may contain several.
        public var decryption: [String] = []
        /// Whether signatures and digests with SHA-1 are accepted.
        public var allowsSHA1 = false
        /// Whether RSA keys of fewer than 2048 bits are accepted.
        public var allowsSmallKeys = false
        /// Whether content keys encrypted with RSA PKCS#1 v1.5, and content encrypted with triple DES, are decrypted.
        public var allowsLegacyEncryption = false

        /// Creates keys without decryption keys, which accept no weak keys or algorithms.
        public init() {}
    }

    private let validator: ResponseValidator
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
    /// The required name of the subject; `nil` if it is not checked.
    public var subject: String?
    /// The `SPNameQualifier` that the subject's name must have, or omit; `nil` if it is not checked.
    public var spNameQualifier: String?
    /// The required class of the authentication context; `nil` if it is not checked.
    public var authnContext: String?
    /// The maximum number of identity providers between the issuer and the authenticating one; `nil` if it is not
    /// checked.
    public var proxyCount: Int?
    /// Whether a time of issue or authentication in the future is rejected; otherwise it gives a note.
    public var strictInstants = false
    /// The accepted deviations from SAML.
    public var allowed: Set<Relaxation> = []
    /// Returns whether an assertion with this identifier was accepted before; `nil` to disable the replay check.
    public var isReplay: (@Sendable (_ assertionID: String) -> Bool)?

    /// Creates a check, and parses its certificates and keys once.
    ///
    /// - Parameters:
    ///   - certificates: The trusted certificates, in PEM; one string may contain several.
    ///   - issuer: The required issuer; `nil` if it is not checked.
    ///   - audience: The required audience; `nil` if it is not checked.
    ///   - recipient: The address of the delivery; `nil` if it is not checked.
    ///   - inResponseTo: The identifier of the request that the response must answer; `nil` if it is not checked.
    ///   - keys: The decryption keys, and the weak keys and algorithms to accept.
    /// - Throws: An error with a description of one line if a certificate or key is invalid, or the list of
    ///   certificates is empty.
    public init(
        certificates: [String], issuer: String? = nil, audience: String? = nil, recipient: String? = nil,
        inResponseTo: String? = nil, keys: Keys = Keys()
    ) throws {
        let believed = try certificates.flatMap {
            try TrustedCertificate.all(pem: $0, allowingSmallKeys: keys.allowsSmallKeys)
        }
        let opening = try keys.decryption.flatMap { try DecryptionKey.all(pem: $0) }
        validator = try ResponseValidator(
            certificates: believed, allowsSHA1: keys.allowsSHA1,
            decryptor: opening.isEmpty ? nil : Decryptor(keys: opening, allowsLegacy: keys.allowsLegacyEncryption))
        self.issuer = issuer
        self.audience = audience
        self.recipient = recipient
        self.inResponseTo = inResponseTo
    }

    /// Returns whether the certificates verify every signature of a response.
    ///
    /// Only the structure and the signatures are checked: the response may be for another party, or expired. Use
    /// ``failures(of:at:)`` to validate it.
    ///
    /// - Parameter response: The response, as XML or as its Base64.
    /// - Returns: Whether it has a signature and every signature is valid; `false` for content that cannot be
    ///   decrypted.
    public func isVouchedFor(_ response: Data) -> Bool {
        validator.vouches(for: response, allowing: Set(allowed.map(\.relaxation)))
    }

    /// Validates a response, and returns every failure.
    ///
    /// ```swift
    /// let failures = check.failures(of: response, at: .now)
    /// #expect(failures.isEmpty)
    /// ```
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as its Base64.
    ///   - instant: The time of the validation.
    /// - Returns: One line per failure, with the name of the violated policy; empty if the response is valid.
    public func failures(of response: Data, at instant: Date) -> [String] {
        verdict(of: response, at: instant).failures.map { "\($0.policy.rawValue): \($0.reason)" }
    }

    /// Validates a response, as XML or as its Base64, at a time.
    package func verdict(of response: Data, at instant: Date) -> ValidationVerdict {
        validator.validate(response, expecting: expectation(at: instant))
    }

    private func expectation(at instant: Date) -> ResponseExpectation {
        var expectation = ResponseExpectation(now: instant)
        expectation.profile = profile == .webSSO ? .webSSO : .attributeQuery
        expectation.issuer = EntityID(issuer)
        expectation.audience = EntityID(audience)
        expectation.recipient = EndpointLocation(recipient)
        expectation.solicitation = ResponseExpectation.Solicitation(
            answering: MessageID(inResponseTo), unsolicited: unsolicited)
        expectation.requiredAttributes = requiredAttributes
        expectation.subject = UserID(subject)
        expectation.spNameQualifier = EntityID(spNameQualifier)
        expectation.authnContext = authnContext
        expectation.proxyCount = proxyCount
        expectation.strictInstants = strictInstants
        expectation.allowed = Set(allowed.map(\.relaxation))
        expectation.clockSkew = clockSkew
        expectation.isReplay = isReplay
        return expectation
    }
}
