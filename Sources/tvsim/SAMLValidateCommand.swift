import ArgumentParser
import Foundation
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension SAML {
    /// `tvsim saml validate`: validates a response.
    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate",
            abstract: "Validates a response: exit status 0 if it is valid, 1 with the reasons if not.",
            discussion: """
                The signature is always verified, only with the given certificates. A certificate can be given by its \
                fingerprint if the response shows it. Each other check needs its option, or the metadata of a party. The \
                output of a valid response names what was not compared.

                EXAMPLE:
                  tvsim saml validate response.xml --certificate idp-metadata.xml --sp-metadata sp-metadata.xml
                  tvsim saml validate response.xml --certificate idp.pem --at 2026-01-01T00:00:00Z --format json
                """)

        /// The table of the options.
        static let fields = ValidationOptions.fields

        @Argument(help: SAML.responseHelp, completion: Completions.file)
        var file: String
        @Option(
            name: .customLong("certificate"),
            help: """
                A trusted certificate: PEM, DER, PKCS #7, or metadata of the provider, which also gives the expected \
                issuer. The option can be repeated.
                """)
        var certificates: [PEMFile] = []
        @Option(
            name: .customLong("fingerprint"),
            help: ArgumentHelp(
                "The fingerprint of a trusted certificate that the response must show: SHA-256, or SHA-1 with --allow-sha1. "
                    + "The option can be repeated.", valueName: "digits"))
        var fingerprints: [String] = []
        @Option(help: row("issuer"))
        var issuer: String?
        @Option(help: row("audience"))
        var audience: [String] = []
        @Option(help: row("recipient"))
        var recipient: String?
        @Option(help: row("inResponseTo"))
        var inResponseTo: String?
        @Option(help: row("spMetadata", valueName: "file"))
        var spMetadata: PEMFile?
        @Option(help: "The time of the validation. Default: the current real time.")
        var at: String?
        @Option(parsing: .unconditional, help: row("clockSkew"))
        var clockSkew = "0s"
        @Option(help: "The kind of response: web-sso or attribute-query.")
        var profile = "web-sso"
        @Flag(name: .customLong("allow-sha1"), help: row("allowSHA1"))
        var allowSHA1 = false
        @Flag(help: "Accepts an unsolicited response. Without --in-response-to, only unsolicited responses are valid.")
        var unsolicited = false
        @Option(
            name: .customLong("decryption-key"),
            help: "An RSA key (PEM) for decryption. The option can be repeated.")
        var decryptionKeys: [PEMFile] = []
        @Flag(help: row("allowLegacyEncryption"))
        var allowLegacyEncryption = false
        @Flag(help: row("allowSmallKeys"))
        var allowSmallKeys = false
        @Option(
            name: .customLong("require-attribute"), help: "A required attribute. The option can be repeated.")
        var requireAttributes: [String] = []
        @Option(
            help: ArgumentHelp(
                "An assertion that was accepted before, and is now a replay. The option can be repeated.",
                valueName: "id"))
        var seen: [String] = []
        @Option(help: row("authnContext"))
        var authnContext: String?
        @Option(parsing: .unconditional, help: row("proxyCount"))
        var proxyCount: Int?
        @Option(help: row("subject", valueName: "name-id"))
        var subject: String?
        @Option(help: row("spNameQualifier"))
        var spNameQualifier: String?
        @Flag(help: "Refuse an IssueInstant or AuthnInstant in the future.")
        var strict = false
        @Option(
            help: ArgumentHelp(
                "A deviation to accept: \(relaxations). The option can be repeated.", valueName: "relaxation"))
        var allow: [String] = []
        @OptionGroup var format: FormatOption

        func run() throws {
            guard audience.count <= 1 else {
                throw CommandError(.invalid, "--audience can be used only once")
            }
            try NamedFile.demandOneInput(
                [file] + (certificates + decryptionKeys + [spMetadata].compactMap(\.self)).map(\.path))
            var given = try ParsedOptions(of: [self], in: Self.fields)
            given.files["fingerprints"] = fingerprints.map { _ in "--fingerprint" }
            given["audience"] = audience.first.map { .string($0) }
            // The file may be large, so it is read when the options are valid.
            given["response"] = .string("")
            let options = try ValidationOptions(given)
            let check = try options.check(in: given)
            let now = try options.at ?? CommandArguments.momentOrNow(nil)
            let report = ValidationReport(ofPasted: Data(try NamedFile.read(file)), by: check, at: now)
            try format.print(report, text: report.text)
            if !report.isValid { throw ExitStatus.checkFailed }
        }
    }
}

private let relaxations = ResponseRequirements.Relaxation.allCases.map(\.rawValue).joined(separator: ", ")

private func row(_ key: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(SAML.Validate.fields, key, valueName: valueName)
}
