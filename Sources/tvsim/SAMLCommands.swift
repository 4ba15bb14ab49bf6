import ArgumentParser
import Foundation
import SimulatedWorld
import StateStorage
import StructuredText
import TVSimulator

/// `tvsim saml`: creates, prints and validates SAML responses.
struct SAML: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saml",
        abstract: "Creates, prints and validates SAML responses.",
        discussion: """
            EXAMPLE:
              tvsim saml issue --defect wrongAudience --output response.xml
              tvsim saml inspect response.xml
              tvsim saml validate response.xml --certificate idp.pem --audience https://sp.example
            """,
        subcommands: [Issue.self, Defects.self, Inspect.self, Validate.self])

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Prints the decoded parts of a response without validating it.",
            discussion: """
                EXAMPLE:
                  tvsim saml inspect response.xml --format json
                """)

        @Argument(help: "The response, XML or Base64; '-' is standard input.")
        var file: String
        @OptionGroup var format: FormatOption

        func run() throws {
            let inspection = try SAMLInspection(file: file)
            try format.print(inspection, text: inspection.text)
        }
    }

    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate",
            abstract: "Validates a response: exit status 0 if it is valid, 1 with the reasons if not.",
            discussion: """
                The signature is always verified, only with the given certificates. Each other check needs its option.

                EXAMPLE:
                  tvsim saml validate response.xml --certificate idp.pem --at 2026-01-01T00:00:00Z --format json
                """)

        @Argument(help: "The response, XML or Base64; '-' is standard input.")
        var file: String
        @Option(help: "A trusted certificate (PEM). The option can be repeated.")
        var certificate: [String]
        @Option(help: "The expected issuer.")
        var issuer: String?
        @Option(help: "The expected audience.")
        var audience: [String] = []
        @Option(help: "The expected recipient, a URL.")
        var recipient: String?
        @Option(help: "The expected InResponseTo.")
        var inResponseTo: String?
        @Option(help: "The time of the validation. Default: the current real time.")
        var at: String?
        @Option(parsing: .unconditional, help: "The accepted difference between the issuer's clock and this one.")
        var clockSkew = "0s"
        @Option(help: "The kind of response: web-sso or attribute-query.")
        var profile = "web-sso"
        @Flag(name: .customLong("allow-sha1"), help: "Accepts SHA-1 in signatures.")
        var allowSHA1 = false
        @Flag(help: "Accepts an unsolicited response. Without --in-response-to, only unsolicited responses are valid.")
        var unsolicited = false
        @Option(help: "An RSA key (PEM) for decryption. The option can be repeated.")
        var decryptionKey: [String] = []
        @Flag(help: "Decrypts RSA PKCS#1 v1.5 and triple DES.")
        var allowLegacyEncryption = false
        @Flag(help: "Accepts RSA keys of fewer than 2048 bits.")
        var allowSmallKeys = false
        @Option(help: "A required attribute. The option can be repeated.")
        var requireAttribute: [String] = []
        @Option(
            help: ArgumentHelp(
                "An assertion that was accepted before, and is now a replay. The option can be repeated.",
                valueName: "id"))
        var seen: [String] = []
        @Option(help: "The required class of the authentication context.")
        var authnContext: String?
        @Option(parsing: .unconditional, help: "The largest number of proxying identity providers.")
        var proxyCount: Int?
        @Option(help: ArgumentHelp("The required NameID.", valueName: "name-id"))
        var subject: String?
        @Option(help: "The required SPNameQualifier of the NameID, if it has one.")
        var spNameQualifier: String?
        @Flag(help: "Refuse an IssueInstant or AuthnInstant in the future.")
        var strict = false
        @Option(
            help: ArgumentHelp(
                "A deviation to accept: element-order, bearer-not-before, empty-attribute-statement or "
                    + "missing-name-id. The option can be repeated.", valueName: "relaxation"))
        var allow: [String] = []
        @OptionGroup var format: FormatOption

        func run() throws {
            guard audience.count <= 1 else {
                throw CommandError(.invalid, "--audience can be used only once")
            }
            try NamedFile.demandOneInput([file] + certificate + decryptionKey)
            var question = ResponseQuestion()
            question.spelling = .commandLine
            question.certificates = try certificate.map(NamedPEM.init(file:))
            question.issuer = issuer
            question.audience = audience.first
            question.recipient = recipient
            question.inResponseTo = inResponseTo
            question.clockSkew = try CommandArguments.duration(clockSkew)
            question.profile = try kind()
            question.allowSHA1 = allowSHA1
            question.allowSmallKeys = allowSmallKeys
            question.unsolicited = unsolicited
            question.decryptionKeys = try decryptionKey.map(NamedPEM.init(file:))
            question.allowLegacyEncryption = allowLegacyEncryption
            question.requireAttributes = requireAttribute
            question.seen = seen
            question.authnContext = authnContext
            question.proxyCount = proxyCount
            question.subject = subject
            question.spNameQualifier = spNameQualifier
            question.strict = strict
            question.allow = allow
            let now = try CommandArguments.momentOrNow(at)
            let validation = try question.verdict(of: Data(try NamedFile.read(file)), at: now)
            try format.print(validation, text: validation.text)
            if !validation.isValid { throw ExitStatus.checkFailed }
        }

        private func kind() throws(CommandError) -> ResponseCheck.Profile {
            if let kind = ResponseCheck.Profile(rawValue: profile) { return kind }
            let kinds = ResponseCheck.Profile.allCases.map(\.rawValue)
            throw CommandError(
                .invalid, "'\(profile)' is not one of \(kinds.joined(separator: ", "))",
                suggestion: Suggestion.closest(to: profile, among: kinds))
        }
    }
}
