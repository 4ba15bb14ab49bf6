import Foundation
import TVSimStructuredText

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

    /// The report of a valid response.
    package struct Accepted: Codable, Sendable {
        let valid: Bool
        let issuer: String
        @Nullable var nameID: String?
        let attributes: [String: [String]]
        let signed: VerifiedResponse.Signed
        @Nullable var sessionNotOnOrAfter: String?
        let notes: [String]?

        fileprivate init(_ response: VerifiedResponse) {
            (valid, issuer, nameID) = (true, response.issuer, response.nameID?.rawValue)
            (attributes, signed) = (response.values, response.signed)
            sessionNotOnOrAfter = response.sessionNotOnOrAfter.map(SAMLInstant.format)
            notes = response.notes.isEmpty ? nil : response.notes
        }
    }

    /// The report of a response that is not valid.
    package struct Refused: Codable, Sendable {
        struct Failure: Codable {
            let policy: ValidationFailure.Policy
            let reason: String
            let section: String
            let expected: String?
            let actual: String?
            /// The members of the body of `POST saml/validate` that accept the response.
            let acceptedBy: Members?
        }

        let valid: Bool
        let failures: [Failure]

        fileprivate init(_ failures: [ValidationFailure]) {
            valid = false
            self.failures = failures.map { failure in
                Failure(
                    policy: failure.policy, reason: failure.reason, section: failure.section,
                    expected: failure.expected, actual: failure.actual, acceptedBy: failure.acceptedBy?.members)
            }
        }
    }

    /// Writes the one or the other.
    package func encode(to encoder: any Encoder) throws {
        guard let response = verdict.verified else { return try Refused(verdict.failures).encode(to: encoder) }
        try Accepted(response).encode(to: encoder)
    }
}
