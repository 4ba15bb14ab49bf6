public import Foundation
import Identifiers
package import SAML
import Scenario
import XMLSecurity

/// Judges SAML responses in code as `tvsim saml validate` does from the command line.
///
/// The signature is always judged, against the given certificates alone; what is not given is not checked.
///
/// ```swift
/// var check = try ResponseCheck(certificates: [pem], audience: "https://sp.example")
/// check.clockSkew = 60
/// #expect(check.failures(of: response, at: .now) == [])
/// ```
public struct ResponseCheck: Sendable {
    /// The two kinds of responses.
    public enum Profile: String, Sendable, CaseIterable {
        /// The answer to an authentication request (SAML Profiles 2.0 § 4.1).
        case webSSO = "web-sso"
        /// The answer to an attribute query, which needs less (SAML Profiles 2.0 § 6).
        case attributeQuery = "attribute-query"
    }

    /// Which keys and algorithms are believed and used beside the usual ones.
    public struct Keys: Sendable, Hashable {
        /// The keys that open what is encrypted, PEM; one text may hold several.
        public var decryption: [String] = []
        /// Whether SHA-1 is believed.
        public var allowsSHA1 = false
        /// Whether RSA keys of fewer than 2048 bits are believed.
        public var allowsSmallKeys = false
        /// Whether keys in RSA PKCS#1 v1.5 are opened.
        public var allowsLegacyEncryption = false

        /// The usual ones alone.
        public init() {}
    }

    private let validator: ResponseValidator
    /// The kind of response.
    public var profile = Profile.webSSO
    /// The entity that must have issued a response; `nil`: not checked.
    public var issuer: String?
    /// For whom it must be; `nil`: not checked.
    public var audience: String?
    /// The address to which it must be delivered; `nil`: not checked.
    public var recipient: String?
    /// The request that it must answer; `nil`: not checked.
    public var inResponseTo: String?
    /// Whether a response that answers no request is believed; without ``inResponseTo``, only such a one is.
    public var unsolicited = false
    /// By how many seconds the issuer's clock may differ.
    public var clockSkew: TimeInterval = 0
    /// The attributes that it must have.
    public var requiredAttributes: [String] = []
    /// Whom it must be about; `nil`: not checked.
    public var subject: String?
    /// The class of the authentication context that it must have; `nil`: not checked.
    public var authnContext: String?
    /// How many identity providers may stand between the issuer and whoever authenticated the person; `nil`: not checked.
    public var proxyCount: Int?
    /// Says whether an assertion was accepted before, by its identifier; `nil`: replay is not checked.
    public var isReplay: (@Sendable (_ assertionID: String) -> Bool)?

    /// Creates a check, and reads its certificates and keys once.
    ///
    /// - Parameters:
    ///   - certificates: The certificates that are believed, PEM; one text may hold several.
    ///   - issuer: The entity that must have issued a response.
    ///   - audience: For whom it must be.
    ///   - recipient: The address to which it must be delivered.
    ///   - inResponseTo: The request that it must answer.
    ///   - keys: Which keys and algorithms are believed and used beside the usual ones.
    /// - Throws: An error whose description is one line, when a certificate or key is none, or no certificate is given.
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

    /// Returns whether one of the certificates vouches for what a response, XML or its Base64, has signed.
    ///
    /// Every signature in it must be good. Nothing else is judged: such a response may be another's, or over.
    /// ``failures(of:at:)`` says whether it may be believed. For an encrypted assertion that the check has no key for nobody
    /// vouches.
    public func isVouchedFor(_ response: Data) -> Bool {
        validator.vouches(for: response)
    }

    /// Returns what speaks against a response, XML or its Base64, at an instant: one line each, with the policy's name;
    /// nothing when it may be believed.
    public func failures(of response: Data, at instant: Date) -> [String] {
        verdict(of: response, at: instant).failures.map { "\($0.policy.rawValue): \($0.reason)" }
    }

    /// Judges a response, XML or its Base64, at an instant.
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
        expectation.authnContext = authnContext
        expectation.proxyCount = proxyCount
        expectation.clockSkew = clockSkew
        expectation.isReplay = isReplay
        return expectation
    }
}
