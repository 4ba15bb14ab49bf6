package import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// A verdict as `tvsim saml validate` prints it: stable keys, for scripts.
///
/// `{"valid": false, "failures": [{"policy": …, "reason": …, "section": …}]}` with `expected`, `actual` and `acceptedBy`
/// of each failure if there are any, or `valid`, `issuer`, `nameID`, `attributes` (each
/// name with its list of values), `signed`, `sessionNotOnOrAfter`, which is `null` if the response does not contain it,
/// and `unchecked`, `encryption` and `notes` if there are any. Both have `source` if the response was found in another
/// text.
package struct ValidationReport: Encodable, Sendable {
    /// The verdict.
    package let verdict: ValidationVerdict
    /// Where the response was found in the text; `nil` if the text was the response itself.
    package let source: PastedResponse.Source?

    /// Creates the report of a verdict.
    package init(_ verdict: ValidationVerdict, source: PastedResponse.Source? = nil) {
        self.verdict = verdict
        self.source = source
    }

    /// Validates a response in a form in which people copy it, and creates the report.
    ///
    /// - Parameters:
    ///   - text: The text with the response.
    ///   - check: The check.
    ///   - instant: The time of the validation.
    package init(ofPasted text: Data, by check: ResponseCheck, at instant: Date) {
        do throws(XMLError) {
            let pasted = try PastedResponse(text)
            self.init(check.verdict(of: pasted.response, at: instant), source: pasted.source)
        } catch {
            self.init(.invalid([ValidationFailure(error)]))
        }
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
        /// The values that were not compared.
        let unchecked: [UncheckedValue]?
        /// How the assertion was encrypted.
        let encryption: InspectedEncryption?
        let notes: [String]?
        let source: PastedResponse.Source?

        fileprivate init(_ response: VerifiedResponse, _ source: PastedResponse.Source?) {
            (valid, issuer, nameID) = (true, response.issuer, response.nameID?.rawValue)
            (attributes, signed) = (response.values, response.signed)
            sessionNotOnOrAfter = response.sessionNotOnOrAfter.map(SAMLInstant.format)
            unchecked = response.unchecked.isEmpty ? nil : response.unchecked
            encryption = response.encryption
            notes = response.notes.isEmpty ? nil : response.notes
            self.source = source
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
            /// The path of the element or the attribute in the response.
            let path: String?
            /// The members of the body of `POST saml/validate` that accept the response.
            let acceptedBy: Members?
        }

        let valid: Bool
        let failures: [Failure]
        let source: PastedResponse.Source?

        fileprivate init(_ failures: [ValidationFailure], _ source: PastedResponse.Source?) {
            (valid, self.source) = (false, source)
            self.failures = failures.map { failure in
                Failure(
                    policy: failure.policy, reason: failure.reason, section: failure.section,
                    expected: failure.expected, actual: failure.actual, path: failure.path,
                    acceptedBy: failure.acceptedBy?.members)
            }
        }
    }

    /// Writes the one or the other.
    package func encode(to encoder: any Encoder) throws {
        guard let response = verdict.verified else {
            return try Refused(verdict.failures, source).encode(to: encoder)
        }
        try Accepted(response, source).encode(to: encoder)
    }
}
