package import Foundation
import Identifiers
package import SAML
import Settings
import SimulatedWorld
import SimulationCore
import StructuredText
import XMLSecurity

/// The options of `saml validate` and of `POST saml/validate`: the requirements for a response.
///
/// A requirement that is `nil` is not checked.
package struct ResponseQuestion: Sendable {
    /// How the options are spelled in messages.
    package var spelling = OptionSpelling.json
    /// The response, as XML or as its Base64.
    package var response = ""
    /// The trusted certificates.
    package var certificates: [NamedPEM] = []
    /// The expected issuer, an entity identifier.
    package var issuer: String?
    /// The expected audience.
    package var audience: String?
    /// The expected recipient, a URL.
    package var recipient: String?
    /// The identifier of the expected request.
    package var inResponseTo: String?
    /// The time of the validation; `nil` for the caller's default.
    package var at: Date?
    /// The accepted difference between the issuer's clock and this one, in seconds.
    package var clockSkew: TimeInterval = 0
    /// The kind of response.
    package var profile = ResponseCheck.Profile.webSSO
    /// Whether SHA-1 is accepted in signatures.
    package var allowSHA1 = false
    /// The decryption keys.
    package var decryptionKeys: [NamedPEM] = []
    /// Whether RSA PKCS#1 v1.5 and triple DES are decrypted.
    package var allowLegacyEncryption = false
    /// Whether an unsolicited response is accepted; if no request is expected, only unsolicited responses are accepted.
    package var unsolicited = false
    /// Whether RSA keys of fewer than 2048 bits are accepted.
    package var allowSmallKeys = false
    /// The names of the required attributes.
    package var requireAttributes: [String] = []
    /// The identifiers of assertions that were accepted before, which are rejected as replays.
    package var seen: [String] = []
    /// The required class of the authentication context.
    package var authnContext: String?
    /// The required name of the subject.
    package var subject: String?
    /// The `SPNameQualifier` that the subject's name must have, or omit.
    package var spNameQualifier: String?
    /// Whether an IssueInstant or AuthnInstant in the future is rejected.
    package var strict = false
    /// The names of the accepted deviations from SAML.
    package var allow: [String] = []
    /// The largest number of identity providers between the issuer and the provider that authenticated the user.
    package var proxyCount: Int?

    /// Creates requirements that check only the signature.
    package init() {}

    /// Validates a response.
    ///
    /// An invalid response is not an error; the verdict contains the reasons.
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as its Base64; it is read after the options are checked.
    ///   - now: The time of the validation if the options name none.
    /// - Returns: The verdict.
    /// - Throws: `CommandError` if a certificate or key is malformed, or a requirement is invalid.
    package func verdict(of response: @autoclosure () throws -> Data, at now: Date) throws -> ResponseVerdict {
        let check = try check()
        return ResponseVerdict(check.verdict(of: try response(), at: at ?? now))
    }

    private func check() throws -> ResponseCheck {
        var keys = ResponseCheck.Keys()
        keys.allowsSHA1 = allowSHA1
        keys.allowsSmallKeys = allowSmallKeys
        keys.allowsLegacyEncryption = allowLegacyEncryption
        let trusted = try certificates.map { pem throws(CommandError) in
            try pem.checked { text throws(XMLError) in
                _ = try TrustedCertificate.all(pem: text, allowingSmallKeys: allowSmallKeys)
            }
        }
        keys.decryption = try decryptionKeys.map { pem throws(CommandError) in
            try pem.checked { text throws(XMLError) in _ = try DecryptionKey.all(pem: text) }
        }
        guard proxyCount.map({ $0 >= 0 }) ?? true else {
            throw CommandError(.invalid, "\(spelling("proxyCount")) must not be negative")
        }
        var check: ResponseCheck
        do {
            check = try ResponseCheck(certificates: trusted, keys: keys)
        } catch let error as MessageError {
            throw CommandError(.invalid, error.description.withoutFullStop)
        }
        check.profile = profile
        check.issuer = issuer
        check.audience = audience
        check.recipient = recipient
        check.inResponseTo = inResponseTo
        check.unsolicited = unsolicited
        check.clockSkew = clockSkew
        check.requiredAttributes = requireAttributes
        check.authnContext = authnContext
        check.proxyCount = proxyCount
        check.subject = subject
        check.spNameQualifier = spNameQualifier
        check.strictInstants = strict
        check.allowed = Set(try allow.map(Self.relaxation))
        let seen = Set(seen)
        check.isReplay = { seen.contains($0) }
        return check
    }

    private static func relaxation(_ name: String) throws(CommandError) -> ResponseCheck.Relaxation {
        if let relaxation = ResponseCheck.Relaxation(rawValue: name) { return relaxation }
        let names = ResponseCheck.Relaxation.allCases.map(\.rawValue)
        throw CommandError(
            .invalid, "unknown relaxation '\(name)': expected one of \(names.joined(separator: ", "))",
            suggestion: Suggestion.closest(to: name, among: names))
    }
}

/// The verdict about a response, as `saml validate` prints it in JSON.
package struct ResponseVerdict: Encodable, Sendable {
    /// The verdict.
    package let verdict: ValidationVerdict

    init(_ verdict: ValidationVerdict) {
        self.verdict = verdict
    }

    /// Whether the response is valid.
    package var isValid: Bool { verdict.verified != nil }

    /// Encodes the documented keys, and the `notes` about a valid response.
    package func encode(to encoder: any Encoder) throws {
        try ValidationReport(verdict).encode(to: encoder)
        guard let notes = verdict.verified?.notes, !notes.isEmpty else { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notes, forKey: .notes)
    }

    private enum CodingKeys: CodingKey {
        case notes
    }
}
