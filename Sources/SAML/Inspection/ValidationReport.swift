import Foundation

/// A verdict as `tvsim saml validate` prints it: stable keys, for scripts.
///
/// `{"valid": false, "failures": [{"policy": …, "reason": …}]}`, or `valid`, `issuer`, `nameID`, `attributes` (each
/// name with its list of values), `signed` and `sessionNotOnOrAfter`, which is `null` if the response does not contain
/// it.
package struct ValidationReport: Sendable, Hashable, Codable {
    /// A reason for rejecting a response.
    package struct Failure: Sendable, Hashable, Codable {
        /// The policy's stable name.
        package let policy: String
        /// One sentence.
        package let reason: String
    }

    /// Whether the response is valid.
    package let valid: Bool
    /// The failures; `nil` if the response is valid.
    package let failures: [Failure]?
    /// The issuer.
    package let issuer: String?
    /// The subject's name.
    package let nameID: String?
    /// The attributes, with the values of equal names together.
    package let attributes: [String: [String]]?
    /// The element that is signed.
    package let signed: VerifiedResponse.Signed?
    /// The end of the user's session, in SAML's format.
    package let sessionNotOnOrAfter: String?

    /// Creates the report of a verdict.
    package init(_ verdict: ValidationVerdict) {
        switch verdict {
        case .valid(let response):
            valid = true
            failures = nil
            issuer = response.issuer
            nameID = response.nameID
            attributes = Dictionary(response.attributes.map { ($0.name, $0.values) }, uniquingKeysWith: +)
            signed = response.signed
            sessionNotOnOrAfter = response.sessionNotOnOrAfter.map(SAMLInstant.format)
        case .invalid(let found):
            valid = false
            failures = found.map { Failure(policy: $0.policy.rawValue, reason: $0.reason) }
            issuer = nil
            nameID = nil
            attributes = nil
            signed = nil
            sessionNotOnOrAfter = nil
        }
    }

    private enum CodingKeys: String, CodingKey {
        case valid, failures, issuer, nameID, attributes, signed, sessionNotOnOrAfter
    }

    /// Writes the keys of one of the two forms only.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(valid, forKey: .valid)
        guard valid else { return try container.encode(failures ?? [], forKey: .failures) }
        try container.encode(issuer, forKey: .issuer)
        try container.encode(nameID, forKey: .nameID)
        try container.encode(attributes, forKey: .attributes)
        try container.encode(signed, forKey: .signed)
        try container.encode(sessionNotOnOrAfter, forKey: .sessionNotOnOrAfter)
    }
}
