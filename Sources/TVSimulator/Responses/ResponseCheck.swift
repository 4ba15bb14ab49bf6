public import Foundation
import SAML
import XMLSecurity

/// Judges SAML responses in code as `tvsim saml validate` does from the command line.
///
/// The signature is always judged, against the given certificates alone; what is not given is not checked.
public struct ResponseCheck: Sendable {
    private let validator: ResponseValidator
    private let issuer: String?
    private let audience: String?
    private let recipient: String?
    private let inResponseTo: String?

    /// Creates a check, and reads its certificates once.
    ///
    /// - Parameters:
    ///   - certificates: The certificates that are believed, PEM.
    ///   - issuer: The entity that must have issued a response.
    ///   - audience: For whom it must be.
    ///   - recipient: The address to which it must be delivered.
    ///   - inResponseTo: The request that it must answer.
    /// - Throws: An error whose description is one line, when a certificate is none or none is given.
    public init(
        certificates: [String], issuer: String? = nil, audience: String? = nil, recipient: String? = nil,
        inResponseTo: String? = nil
    ) throws {
        validator = try ResponseValidator(certificates: try certificates.map { try TrustedCertificate(pem: $0) })
        self.issuer = issuer
        self.audience = audience
        self.recipient = recipient
        self.inResponseTo = inResponseTo
    }

    /// Returns whether one of the certificates vouches for what a response, XML or its Base64, has signed.
    ///
    /// Nothing else is judged: such a response may be another's, or over. ``failures(of:at:)`` says whether it may be
    /// believed.
    public func isVouchedFor(_ response: Data) -> Bool {
        validator.vouches(for: response)
    }

    /// Returns what speaks against a response, XML or its Base64, at an instant: one line each, with the policy's name;
    /// nothing when it may be believed.
    public func failures(of response: Data, at instant: Date) -> [String] {
        var expectation = ResponseExpectation(now: instant)
        expectation.issuer = issuer
        expectation.audience = audience
        expectation.recipient = recipient
        expectation.inResponseTo = inResponseTo
        return validator.validate(response, expecting: expectation).failures.map {
            "\($0.policy.rawValue): \($0.reason)"
        }
    }
}
