import ArgumentParser
import Foundation
import ProgramSupport
import SimulatedWorld
import TVSimulator

extension SAML {
    /// `tvsim saml issue`: creates a response.
    struct Issue: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "issue",
            abstract: "Creates a response, valid or with defects, and prints its XML.",
            discussion: """
                Without options, it is a valid response of a simulated provider. Times are instants \
                (2026-01-01T00:00:00Z), offsets from --at (+5m, -1s), or never. 'tvsim saml defects' lists the defects.

                EXAMPLE:
                  tvsim saml issue --save-certificate idp.pem --output response.xml
                  tvsim saml issue --defect expired --defect wrongAudience --base64
                """)

        @OptionGroup(title: "Content") var content: IssueContent
        @OptionGroup(title: "Times") var times: IssueTimes
        @OptionGroup(title: "Signature and encryption") var signing: IssueSigning

        @Option(help: ArgumentHelp("A defect. The option can be repeated.", valueName: "name"))
        var defect: [String] = []
        @Option(parsing: .unconditional, help: "The seed for identifiers.")
        var seed: UInt64 = 0
        @Flag(help: "Writes Base64.")
        var base64 = false
        @Option(name: .shortAndLong, help: "The output file. Default: standard output.")
        var output: String?
        @Option(help: ArgumentHelp("Writes the simulated provider's certificate to this file.", valueName: "file"))
        var saveCertificate: String?

        func run() throws {
            var issuing = SAMLIssuing(at: try CommandArguments.momentOrNow(times.at), seed: seed)
            try content.apply(to: &issuing)
            try times.apply(to: &issuing)
            try signing.apply(to: &issuing)
            try issuing.refuseIdle(
                ofAuthentication: [
                    "--authn-context": content.authnContext, "--session-index": content.sessionIndex,
                    "--session-not-on-or-after": times.sessionNotOnOrAfter,
                ], ofConfirmation: ["--confirmation-not-on-or-after": times.confirmationNotOnOrAfter])
            issuing.maker.defects = defect
            var text = try issuing.maker.issue() ?? ""
            if base64 { text = Data(text.utf8).base64EncodedString() }
            let inputs = [signing.privateKey, signing.certificate, signing.encryptFor].compactMap { $0 }
            let response = try output.flatMap { $0 == "-" ? nil : try PendingFile(path: $0, keeping: inputs) }
            try write(text, to: response, keeping: inputs)
            if response == nil, !text.isEmpty { try Output.line(text) }
        }

        /// Writes the response's file and the certificate's file, if the options name them.
        ///
        /// An error that occurs before the first commit leaves both files unchanged.
        private func write(_ text: String, to response: PendingFile?, keeping inputs: [String]) throws {
            let certificate = try saveCertificate.map { try PendingFile(path: $0, keeping: inputs) }
            if let response, let certificate, response.isNamed(as: certificate) {
                throw CommandError(.invalid, "--output and --save-certificate must be different files")
            }
            try certificate?.write(ResponseMaker.certificate + "\n")
            try response?.write(text)
            try certificate?.commit()
            try response?.commit()
        }
    }

    /// `tvsim saml defects`: lists the defects of responses.
    struct Defects: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "defects",
            abstract: "Lists the defects of responses: name, stage, violated policy, summary.",
            discussion: """
                EXAMPLE:
                  tvsim saml defects --format json
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            let list = DefectList()
            try format.print(list, text: Columns.text(list.rows))
        }
    }
}

/// The options for the content of a response.
struct IssueContent: ParsableArguments {
    @Option(help: "The issuer.")
    var issuer: String?
    @Option(help: "An audience. If the option is repeated, one of them must match.")
    var audience: [String] = []
    @Option(help: "An audience in a separate restriction. If the option is repeated, all must match.")
    var furtherAudience: [String] = []
    @Option(help: "The Recipient. If it is empty, the response has no subject confirmation.")
    var recipient: String?
    @Option(help: "The Destination.")
    var destination: String?
    @Option(help: "The InResponseTo.")
    var inResponseTo: String?
    @Flag(help: "Omits InResponseTo.")
    var unsolicited = false
    @Option(name: .customLong("name-id"), help: "The NameID.")
    var nameID: String?
    @Option(name: .customLong("name-id-format"), help: "The NameID format: persistent, transient … or an identifier.")
    var nameIDFormat: String?
    @Option(help: ArgumentHelp("An attribute of the user. The option can be repeated.", valueName: "name=value"))
    var attribute: [String] = []
    @Option(help: "The NameFormat of attributes: basic, uri, unspecified or an identifier; empty omits it.")
    var attributeNameFormat: String?
    @Option(help: "A status code, beginning with the top-level one. The option can be repeated.")
    var status: [String] = []
    @Option(help: "The StatusMessage.")
    var statusMessage: String?
    @Option(help: "The ID of the response.")
    var responseID: String?
    @Option(help: "The ID of the assertion.")
    var assertionID: String?
    @Option(help: "The class of the authentication context.")
    var authnContext: String?
    @Option(help: "The SessionIndex.")
    var sessionIndex: String?
    @Flag(help: "Adds OneTimeUse.")
    var oneTimeUse = false
    @Option(parsing: .unconditional, help: "The Count of a ProxyRestriction.")
    var proxyCount: Int?

    func apply(to issuing: inout SAMLIssuing) throws {
        guard !unsolicited || inResponseTo == nil else {
            throw CommandError(.invalid, "--unsolicited and --in-response-to cannot be used together")
        }
        guard proxyCount.map({ $0 >= 0 }) ?? true else {
            throw CommandError(.invalid, "--proxy-count must not be negative")
        }
        try issuing.setAttributes(attribute)
        var content = issuing.maker.content
        content.issuer = issuer ?? content.issuer
        if !audience.isEmpty { content.audiences = audience }
        content.furtherAudiences = furtherAudience
        if let attributeNameFormat {
            content.attributeNameFormat = attributeNameFormat.isEmpty ? nil : attributeNameFormat
        }
        if let recipient { content.recipient = recipient.isEmpty ? nil : recipient }
        content.destination = destination
        content.inResponseTo = unsolicited ? nil : inResponseTo ?? content.inResponseTo
        content.nameID = nameID ?? content.nameID
        content.nameIDFormat = nameIDFormat ?? content.nameIDFormat
        if !status.isEmpty { content.statusCodes = status }
        content.statusMessage = statusMessage
        content.responseID = responseID
        content.assertionID = assertionID
        content.authnContext = authnContext ?? content.authnContext
        content.sessionIndex = sessionIndex
        content.isOneTimeUse = oneTimeUse
        content.proxyCount = proxyCount
        issuing.maker.content = content
    }
}

/// The options for the times of a response.
struct IssueTimes: ParsableArguments {
    @Option(help: "The time of issue. Default: the current real time.")
    var at: String?
    @Option(parsing: .unconditional, help: "The NotBefore of the conditions.")
    var notBefore: String?
    @Option(parsing: .unconditional, help: "The NotOnOrAfter of the conditions.")
    var notOnOrAfter: String?
    @Option(parsing: .unconditional, help: "The NotOnOrAfter of the subject confirmation; never omits it.")
    var confirmationNotOnOrAfter: String?
    @Option(parsing: .unconditional, help: "The AuthnInstant; never omits the authentication statement.")
    var authnInstant: String?
    @Option(parsing: .unconditional, help: "The SessionNotOnOrAfter; never omits it.")
    var sessionNotOnOrAfter: String?

    func apply(to issuing: inout SAMLIssuing) throws {
        try issuing.set(\.notBefore, notBefore)
        try issuing.set(\.notOnOrAfter, notOnOrAfter)
        try issuing.setConfirmationEnd(confirmationNotOnOrAfter)
        try issuing.set(\.authnInstant, authnInstant)
        try issuing.set(\.sessionNotOnOrAfter, sessionNotOnOrAfter)
    }
}

/// The options for the signature and encryption of a response.
struct IssueSigning: ParsableArguments {
    enum Signed: String, ExpressibleByArgument, CaseIterable {
        case assertion, response, both, neither
    }

    @Option(help: "The signed element.")
    var signed = Signed.assertion
    @Option(help: "The RSA key for the signature (PEM). Default: the simulated provider's key.")
    var privateKey: String?
    @Option(
        help: """
            The certificate in the message (PEM). If it does not belong to the key, no validator accepts the signature.
            """)
    var certificate: String?
    @Flag(help: "Omits the certificate from the message.")
    var omitCertificate = false
    @Option(help: "The signature algorithm: rsa-sha256, rsa-pss-sha256 …")
    var algorithm = "rsa-sha256"
    @Option(help: "The digest algorithm: sha256, sha384, sha512, sha1.")
    var digest = "sha256"
    @Option(help: ArgumentHelp("Encrypts the assertion for this certificate (PEM).", valueName: "file"))
    var encryptFor: String?
    @Option(help: "The encryption algorithm: aes256-gcm, aes128-cbc … Default: aes256-gcm.")
    var encryption: String?
    @Option(help: "The key transport algorithm: rsa-oaep, rsa-oaep-sha256, rsa-1_5. Default: rsa-oaep.")
    var keyTransport: String?

    func apply(to issuing: inout SAMLIssuing) throws {
        guard encryptFor != nil || (encryption == nil && keyTransport == nil) else {
            throw CommandError(
                .invalid,
                "\(encryption == nil ? "--key-transport" : "--encryption") requires --encrypt-for")
        }
        try issuing.readKeys(privateKey: privateKey, certificate: certificate, encryptFor: encryptFor)
        issuing.maker.signing.signed = ResponseMaker.Signing.Signed(rawValue: signed.rawValue) ?? .assertion
        issuing.maker.signing.showsCertificate = !omitCertificate
        issuing.maker.signing.algorithm = algorithm
        issuing.maker.signing.digest = digest
        if let encryption { issuing.maker.signing.encryption = encryption }
        if let keyTransport { issuing.maker.signing.keyTransport = keyTransport }
    }
}
