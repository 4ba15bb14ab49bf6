import Foundation
import Identifiers
import StructuredText

/// A verdict as `tvsim saml validate` prints it: stable keys, for scripts.
///
/// `{"valid": false, "failures": [{"policy": …, "reason": …, "section": …}]}` with `expected`, `actual` and `acceptedBy`
/// of each failure if there are any, or `valid`, `issuer`, `nameID`, `attributes` (each
/// name with its list of values), `signed`, `sessionNotOnOrAfter`, which is `null` if the response does not contain it,
/// and `notes` if there are any.
package struct ValidationReport: Encodable, Sendable {
    /// The verdict.
    package let verdict: ValidationVerdict

    /// Creates the report of a verdict.
    package init(_ verdict: ValidationVerdict) {
        self.verdict = verdict
    }

    /// Whether the response is valid.
    package var isValid: Bool { verdict.verified != nil }

    private struct Failure: Encodable {
        let policy: ValidationFailure.Policy
        let reason: String
        let section: String
        let expected: String?
        let actual: String?
        /// The members of the body of `POST saml/validate` that accept the response.
        let acceptedBy: JSONValue?

        init(_ failure: ValidationFailure) {
            (policy, reason, section) = (failure.policy, failure.reason, failure.section)
            (expected, actual) = (failure.expected, failure.actual)
            acceptedBy = failure.acceptedBy?.members.map(JSONValue.object)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case valid, failures, issuer, nameID, attributes, signed, sessionNotOnOrAfter, notes
    }

    /// Writes the keys of one of the two forms only.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isValid, forKey: .valid)
        guard let response = verdict.verified else {
            return try container.encode(verdict.failures.map(Failure.init), forKey: .failures)
        }
        try container.encode(response.issuer, forKey: .issuer)
        try container.encode(response.nameID?.rawValue, forKey: .nameID)
        try container.encode(response.values, forKey: .attributes)
        try container.encode(response.signed, forKey: .signed)
        try container.encode(response.sessionNotOnOrAfter.map(SAMLInstant.format), forKey: .sessionNotOnOrAfter)
        if !response.notes.isEmpty { try container.encode(response.notes, forKey: .notes) }
    }
}
