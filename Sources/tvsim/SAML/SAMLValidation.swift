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

/// Whether a SAML response may be believed, as `saml validate` prints it.
package struct SAMLValidation: Encodable, Sendable {
    /// What is asked of the response; what is `nil` is not checked.
    package struct Question: Sendable {
        /// The files of the certificates that are believed.
        package var certificates: [String] = []
        /// The entity that must have issued it.
        package var issuer: String?
        /// For whom it must be.
        package var audience: String?
        /// The address to which it must be delivered.
        package var recipient: String?
        /// The request that it must answer.
        package var inResponseTo: String?
        /// The instant at which it is judged; `nil`: now.
        package var instant: String?
        /// By how much the issuer's clock may differ.
        package var clockSkew = "0s"
        /// `web-sso` or `attribute-query`.
        package var profile = ResponseCheck.Profile.webSSO.rawValue
        /// Whether SHA-1 is believed.
        package var allowsSHA1 = false
        /// The files of the keys that open what is encrypted, PEM.
        package var decryptionKeys: [String] = []
        /// Whether keys in RSA PKCS#1 v1.5 are opened.
        package var allowsLegacyEncryption = false
        /// Whether a response that answers no request is believed; with no request expected, only such a one is.
        package var unsolicited = false
        /// Whether RSA keys of fewer than 2048 bits are believed.
        package var allowsSmallKeys = false
        /// The attributes that it must have.
        package var requiredAttributes: [String] = []
        /// The assertions that were accepted before, by their identifiers.
        package var seen: [String] = []
        /// The class of the authentication context that it must have.
        package var authnContext: String?
        /// How many identity providers may stand between the issuer and whoever authenticated the person.
        package var proxyCount: Int?

        /// Creates a question that asks for nothing but a signature.
        package init() {}
    }

    /// The kinds of responses, by name.
    package static let profiles = ResponseCheck.Profile.allCases.map(\.rawValue)

    private let verdict: ValidationVerdict

    /// Judges the response in a file, XML or Base64; `-` is standard input.
    ///
    /// - Throws: ``CommandError`` when a file cannot be read, a certificate is not one, or a question cannot be asked. A
    ///   response that may not be believed is not an error: the verdict says so.
    package init(file: String, question: Question) throws {
        try NamedFile.demandOneInput([file] + question.certificates + question.decryptionKeys)
        let (check, instant) = try Self.check(for: question)
        verdict = check.verdict(of: Data(try NamedFile.read(file)), at: instant)
    }

    /// Whether the response may be believed.
    package var isValid: Bool { verdict.verified != nil }

    /// The verdict as a person reads it.
    package var text: String {
        guard let response = verdict.verified else {
            let reasons = verdict.failures.map { "  \($0.policy.rawValue): \($0.reason) (\($0.section))" }
            return (["not valid"] + reasons).map(\.onOneLine).joined(separator: "\n")
        }
        var lines = ["valid", "  issuer: \(response.issuer)", "  nameID: \(response.nameID)"]
        // An attribute may have the name of one of these lines.
        lines += response.attributes.map { "  attribute \($0.name): \($0.values.joined(separator: ", "))" }
        lines.append("  signed: \(response.signed.rawValue)" + (response.isEncrypted ? ", encrypted" : ""))
        if let end = response.sessionNotOnOrAfter { lines.append("  session until: \(TimeText.format(end))") }
        return (lines + response.certificateNotes.map { "  note: \($0)" }).map(\.onOneLine).joined(separator: "\n")
    }

    /// Writes the documented keys, and as `notes` what else there is to say of a response that may be believed.
    package func encode(to encoder: any Encoder) throws {
        try ValidationReport(verdict).encode(to: encoder)
        guard let notes = verdict.verified?.certificateNotes, !notes.isEmpty else { return }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(notes, forKey: .notes)
    }

    private enum CodingKeys: CodingKey {
        case notes
    }

    /// The check that the question stands for, as code makes it, and the instant for which it is made.
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
        let seen = Set(question.seen)
        check.isReplay = { seen.contains($0) }
        return (check, instant)
    }

    /// Reads files of PEM; one that does not hold what it should is named.
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
