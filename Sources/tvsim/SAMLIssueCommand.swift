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
            abstract: "Makes a response, honest or with defects, and prints its XML.",
            discussion: """
                Without options it is an honest answer of a provider of the simulation. Instants are absolute \
                (2026-01-01T00:00:00Z), offsets from --at (+5m, -1s), or never. 'tvsim saml defects' lists the defects.

                EXAMPLE:
                  tvsim saml issue --save-certificate idp.pem --output response.xml
                  tvsim saml issue --defect expired --defect wrongAudience --base64
                """)

        @OptionGroup(title: "Content") var content: IssueContent
        @OptionGroup(title: "Times") var times: IssueTimes
        @OptionGroup(title: "Signature and encryption") var signing: IssueSigning

        @Option(help: ArgumentHelp("What is wrong with it; may be given several times.", valueName: "name"))
        var defect: [String] = []
        @Option(parsing: .unconditional, help: "From which the identifiers are drawn.")
        var seed: UInt64 = 0
        @Flag(help: "Write Base64.")
        var base64 = false
        @Option(name: .shortAndLong, help: "Write into this file.")
        var output: String?
        @Option(help: ArgumentHelp("Write the simulated provider's certificate too.", valueName: "file"))
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
                throw CommandError(.invalid, "--output and --save-certificate name one file: name two")
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
            abstract: "Lists the defects of responses: name, stage, violated policy, and what it is.",
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
    @Option(help: "Who issues it.")
    var issuer: String?
    @Option(help: "For whom it is; may be given several times: any of these.")
    var audience: [String] = []
    @Option(help: "For whom it is besides, in a restriction of its own; may be given several times: each of these.")
    var furtherAudience: [String] = []
    @Option(help: "Where the bearer is to deliver it; empty: no confirmation.")
    var recipient: String?
    @Option(help: "Where the response is to go.")
    var destination: String?
    @Option(help: "The request that it answers.")
    var inResponseTo: String?
    @Flag(help: "It answers no request.")
    var unsolicited = false
    @Option(name: .customLong("name-id"), help: "Whom it is about.")
    var nameID: String?
    @Option(name: .customLong("name-id-format"), help: "The kind of name: persistent, transient … or an identifier.")
    var nameIDFormat: String?
    @Option(help: ArgumentHelp("What it says of the person; may be given several times.", valueName: "name=value"))
    var attribute: [String] = []
    @Option(help: "The kind of the attributes' names: basic, uri, unspecified or an identifier; empty: not said.")
    var attributeNameFormat: String?
    @Option(help: "A status code, from the top one down; may be given several times.")
    var status: [String] = []
    @Option(help: "What the status says to people.")
    var statusMessage: String?
    @Option(help: "Identifies the response.")
    var responseID: String?
    @Option(help: "Identifies the assertion.")
    var assertionID: String?
    @Option(help: "How the person was authenticated.")
    var authnContext: String?
    @Option(help: "Which of the person's sessions it is.")
    var sessionIndex: String?
    @Flag(help: "It is for one use.")
    var oneTimeUse = false
    @Option(parsing: .unconditional, help: "How many may tell others on its strength.")
    var proxyCount: Int?

    func apply(to issuing: inout SAMLIssuing) throws {
        guard !unsolicited || inResponseTo == nil else {
            throw CommandError(.invalid, "--unsolicited and --in-response-to contradict each other")
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
    @Option(help: "When it is issued; without it now, by the wall clock.")
    var at: String?
    @Option(parsing: .unconditional, help: "From when it holds.")
    var notBefore: String?
    @Option(parsing: .unconditional, help: "Until when it holds.")
    var notOnOrAfter: String?
    @Option(parsing: .unconditional, help: "Until when the bearer may deliver it; never: not said.")
    var confirmationNotOnOrAfter: String?
    @Option(parsing: .unconditional, help: "When the person was authenticated; never: no authentication is reported.")
    var authnInstant: String?
    @Option(parsing: .unconditional, help: "When the person's session ends; never: not said.")
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

    @Option(help: "Which element is signed.")
    var signed = Signed.assertion
    @Option(help: "The RSA key that signs (PEM); without it, that of a provider of the simulation.")
    var privateKey: String?
    @Option(
        help:
            "The certificate that the message shows (PEM): the key's own, or another one, which is then believed by nobody."
    )
    var certificate: String?
    @Flag(help: "Leave the certificate out of the message.")
    var omitCertificate = false
    @Option(help: "How it is signed: rsa-sha256, rsa-pss-sha256 …")
    var algorithm = "rsa-sha256"
    @Option(help: "How the content is digested: sha256, sha384, sha512, sha1.")
    var digest = "sha256"
    @Option(help: ArgumentHelp("Encrypt the assertion for this certificate (PEM).", valueName: "file"))
    var encryptFor: String?
    @Option(help: "How the assertion is encrypted: aes256-gcm (default), aes128-cbc …")
    var encryption: String?
    @Option(help: "How the key of the encryption is: rsa-oaep (default), rsa-oaep-sha256, rsa-1_5.")
    var keyTransport: String?

    func apply(to issuing: inout SAMLIssuing) throws {
        guard encryptFor != nil || (encryption == nil && keyTransport == nil) else {
            throw CommandError(
                .invalid,
                "\(encryption == nil ? "--key-transport" : "--encryption") needs --encrypt-for: for whom it is")
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
