import Foundation
import ProgramSupport
import SAML
import Settings
import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText
import TVSimulator
import XMLSecurity

/// The result of validating a SAML response, as `saml validate` prints it.
package struct SAMLValidation: Encodable, Sendable {
    /// The requirements for the response; a requirement that is `nil` is not checked.
    package struct Question: Sendable {
        /// The paths of the trusted certificates.
        package var certificates: [String] = []
        /// The expected issuer, an entity identifier.
        package var issuer: String?
        /// The expected audience.
        package var audience: String?
        /// The expected recipient, a URL.
        package var recipient: String?
        /// The identifier of the expected request.
        package var inResponseTo: String?
        /// The time of the validation; `nil` for the current time.
        package var instant: String?
        /// The accepted difference between the issuer's clock and this one, as a duration such as `30s`.
        package var clockSkew = "0s"
        /// `web-sso` or `attribute-query`.
        package var profile = ResponseCheck.Profile.webSSO.rawValue
        /// Whether SHA-1 is accepted in signatures.
        package var allowsSHA1 = false
        /// The paths of the decryption keys, in PEM form.
        package var decryptionKeys: [String] = []
        /// Whether RSA PKCS#1 v1.5 and triple DES are decrypted.
        package var allowsLegacyEncryption = false
        /// Whether an unsolicited response is accepted; if no request is expected, only unsolicited responses are
        /// accepted.
        package var unsolicited = false
        /// Whether RSA keys of fewer than 2048 bits are accepted.
        package var allowsSmallKeys = false
        /// The names of the required attributes.
        package var requiredAttributes: [String] = []
        /// The identifiers of assertions that were accepted before, which are rejected as replays.
        package var seen: [String] = []
        /// The required class of the authentication context.
        package var authnContext: String?
        /// The required name of the subject.
        package var subject: String?
        /// The `SPNameQualifier` that the subject's name must have, or omit.
        package var spNameQualifier: String?
        /// Whether an IssueInstant or AuthnInstant in the future is rejected.
        package var isStrict = false
        /// The names of the accepted deviations from SAML.
        package var allowed: [String] = []
        /// The largest number of identity providers between the issuer and the provider that authenticated the user.
        package var proxyCount: Int?

        /// Creates requirements that check only the signature.
        package init() {}
    }

    /// The names of the kinds of responses.
    package static let profiles = ResponseCheck.Profile.allCases.map(\.rawValue)

    private let verdict: ValidationVerdict

    /// Validates the response in a file.
    ///
    /// An invalid response is not an error; the verdict contains the reasons.
    ///
    /// - Parameters:
    ///   - file: The path of the response in XML or Base64; `-` is standard input.
    ///   - question: The requirements.
    /// - Throws: `CommandError` when a file cannot be read, a certificate or key is malformed, or a requirement is
    ///   invalid.
    package init(file: String, question: Question) throws {
        try NamedFile.demandOneInput([file] + question.certificates + question.decryptionKeys)
        let (check, instant) = try Self.check(for: question)
        verdict = check.verdict(of: Data(try NamedFile.read(file)), at: instant)
    }

    /// Whether the response is valid.
    package var isValid: Bool { verdict.verified != nil }

    /// The result as text.
    package var text: String {
        guard let response = verdict.verified else {
            let reasons = verdict.failures.map { "  \($0.policy.rawValue): \($0.reason) (\($0.section))" }
            return (["not valid"] + reasons).map(\.onOneLine).joined(separator: "\n")
        }
        var lines = ["valid", "  issuer: \(response.issuer)"]
        if let name = response.nameID { lines.append("  nameID: \(name)") }
        // The prefix "attribute" distinguishes an attribute from the other lines, whose names it may have.
        lines += response.attributes.map { "  attribute \($0.name): \($0.values.joined(separator: ", "))" }
        lines.append("  signed: \(response.signed.rawValue)" + (response.isEncrypted ? ", encrypted" : ""))
        if let end = response.sessionNotOnOrAfter { lines.append("  session until: \(TimeText.format(end))") }
        return (lines + response.notes.map { "  note: \($0)" }).map(\.onOneLine).joined(separator: "\n")
    }

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

    /// Returns the check for some requirements, and the time of the validation.
    private static func check(for question: Question) throws -> (check: ResponseCheck, instant: Date) {
        var keys = ResponseCheck.Keys()
        keys.allowsSHA1 = question.allowsSHA1
        keys.allowsSmallKeys = question.allowsSmallKeys
        keys.allowsLegacyEncryption = question.allowsLegacyEncryption
        let certificates = try texts(question.certificates) { pem throws(XMLError) in
            _ = try TrustedCertificate.all(pem: pem, allowingSmallKeys: question.allowsSmallKeys)
        }
        keys.decryption = try texts(question.decryptionKeys) { pem throws(XMLError) in
            _ = try DecryptionKey.all(pem: pem)
        }
        let instant = try CommandArguments.momentOrNow(question.instant)
        guard let profile = ResponseCheck.Profile(rawValue: question.profile) else {
            throw CommandError(
                .invalid, "'\(question.profile)' is not one of \(profiles.joined(separator: ", "))",
                suggestion: Suggestion.closest(to: question.profile, among: profiles))
        }
        let clockSkew = try CommandArguments.duration(question.clockSkew)
        guard question.proxyCount.map({ $0 >= 0 }) ?? true else {
            throw CommandError(.invalid, "--proxy-count must not be negative")
        }
        var check: ResponseCheck
        do {
            check = try ResponseCheck(certificates: certificates, keys: keys)
        } catch let error as MessageError {
            throw CommandError(.invalid, error.description.withoutFullStop)
        }
        check.profile = profile
        check.issuer = question.issuer
        check.audience = question.audience
        check.recipient = question.recipient
        check.inResponseTo = question.inResponseTo
        check.unsolicited = question.unsolicited
        check.clockSkew = clockSkew
        check.requiredAttributes = question.requiredAttributes
        check.authnContext = question.authnContext
        check.proxyCount = question.proxyCount
        check.subject = question.subject
        check.spNameQualifier = question.spNameQualifier
        check.strictInstants = question.isStrict
        check.allowed = Set(try question.allowed.map(relaxation))
        let seen = Set(question.seen)
        check.isReplay = { seen.contains($0) }
        return (check, instant)
    }

    private static func relaxation(_ name: String) throws(CommandError) -> ResponseCheck.Relaxation {
        if let relaxation = ResponseCheck.Relaxation(rawValue: name) { return relaxation }
        let names = ResponseCheck.Relaxation.allCases.map(\.rawValue)
        throw CommandError(
            .invalid, "unknown relaxation '\(name)': expected one of \(names.joined(separator: ", "))",
            suggestion: Suggestion.closest(to: name, among: names))
    }

    /// Reads PEM files and validates each with a closure; the error names the invalid file.
    private static func texts(
        _ paths: [String], _ judge: (String) throws(XMLError) -> Void
    ) throws(CommandError) -> [String] {
        var texts: [String] = []
        for path in paths {
            let pem = try NamedFile.readText(path)
            do throws(XMLError) {
                try judge(pem)
            } catch {
                throw CommandError(.malformed, "\(NamedFile.shown(path)): \(error.description.withoutFullStop)")
            }
            texts.append(pem)
        }
        return texts
    }
}
