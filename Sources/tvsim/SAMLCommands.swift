import ArgumentParser
import SimulatedWorld

/// `tvsim saml`: creates, prints and validates SAML responses.
struct SAML: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saml",
        abstract: "SAML responses as files: make them, look into them, or judge them.",
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
            abstract: "Prints the parts of a response, decoded; nothing is checked.",
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
            abstract: "Says whether a response may be believed (0) or not (1), and why.",
            discussion: """
                What is not given is not checked, but the signature always is, against the given certificates alone.

                EXAMPLE:
                  tvsim saml validate response.xml --certificate idp.pem --at 2026-01-01T00:00:00Z --format json
                """)

        @Argument(help: "The response, XML or Base64; '-' is standard input.")
        var file: String
        @Option(help: "A certificate (PEM) that is believed; may be given several times.")
        var certificate: [String]
        @Option(help: "The entity that must have issued it.")
        var issuer: String?
        @Option(help: "For whom it must be.")
        var audience: [String] = []
        @Option(help: "The address to which it must be delivered.")
        var recipient: String?
        @Option(help: "The request that it must answer.")
        var inResponseTo: String?
        @Option(help: "The instant at which it is judged; without it now, by the wall clock.")
        var at: String?
        @Option(parsing: .unconditional, help: "By how much the issuer's clock may differ.")
        var clockSkew = "0s"
        @Option(help: "The kind of response: web-sso or attribute-query.")
        var profile = "web-sso"
        @Flag(name: .customLong("allow-sha1"), help: "Believe SHA-1.")
        var allowSHA1 = false
        @Flag(help: "Believe a response that answers no request; without --in-response-to only such a one.")
        var unsolicited = false
        @Option(help: "An RSA key (PEM) that opens what is encrypted; may be given several times.")
        var decryptionKey: [String] = []
        @Flag(help: "Open keys that are encrypted by RSA PKCS#1 v1.5.")
        var allowLegacyEncryption = false
        @Flag(help: "Believe RSA keys of fewer than 2048 bits.")
        var allowSmallKeys = false
        @Option(help: "An attribute that it must have; may be given several times.")
        var requireAttribute: [String] = []
        @Option(
            help: ArgumentHelp("An assertion that was accepted before; may be given several times.", valueName: "id"))
        var seen: [String] = []
        @Option(help: "The class of the authentication context that it must have.")
        var authnContext: String?
        @Option(parsing: .unconditional, help: "How many others may have taken part in the authentication.")
        var proxyCount: Int?
        @Option(help: ArgumentHelp("The name that the subject must have.", valueName: "name-id"))
        var subject: String?
        @Option(help: "The SPNameQualifier that the subject's name must have, if it has one.")
        var spNameQualifier: String?
        @Flag(help: "Refuse an IssueInstant or AuthnInstant in the future.")
        var strict = false
        @OptionGroup var format: FormatOption

        func run() throws {
            var question = SAMLValidation.Question()
            question.certificates = certificate
            question.issuer = issuer
            guard audience.count <= 1 else {
                throw CommandError(
                    .invalid, "--audience names the one for whom the response must be, and is given once")
            }
            question.audience = audience.first
            question.recipient = recipient
            question.inResponseTo = inResponseTo
            question.instant = at
            question.clockSkew = clockSkew
            question.profile = profile
            question.allowsSHA1 = allowSHA1
            question.allowsSmallKeys = allowSmallKeys
            question.unsolicited = unsolicited
            question.decryptionKeys = decryptionKey
            question.allowsLegacyEncryption = allowLegacyEncryption
            question.requiredAttributes = requireAttribute
            question.seen = seen
            question.authnContext = authnContext
            question.proxyCount = proxyCount
            question.subject = subject
            question.spNameQualifier = spNameQualifier
            question.isStrict = strict
            let validation = try SAMLValidation(file: file, question: question)
            try format.print(validation, text: validation.text)
            if !validation.isValid { throw ExitStatus.checkFailed }
        }
    }
}
