import ArgumentParser
import Foundation
import SimulatedWorld
import StateStorage
import StructuredText
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

                With --provider, it is a response of a provider of the device's world, for the world's service: with \
                that provider's key, the attributes of its subscriber, the device's time, and the request that the \
                service has sent last.

                EXAMPLE:
                  tvsim saml issue --provider Dish --as carol --base64
                  tvsim saml issue --save-certificate idp.pem --output response.xml
                  tvsim saml issue --defect expired --defect wrongAudience --base64
                """)

        @Option(help: "The provider of the device's world that issues the response.")
        var provider: String?
        @Option(name: .customLong("as"), help: "The provider's subscriber. Default: its first one.")
        var subscriber: String?
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
        @Option(
            help: ArgumentHelp("Writes the certificate that verifies the response to this file.", valueName: "file"))
        var saveCertificate: String?
        @OptionGroup var device: DeviceOption

        func run() throws {
            var order = ResponseOrder()
            order.spelling = .commandLine
            order.provider = provider
            order.subscriber = subscriber
            try content.apply(to: &order)
            try times.apply(to: &order)
            try signing.apply(to: &order)
            order.defects = defect
            order.seed = seed
            let maker = try order.maker { try device.open() }
            var text = try maker.issue() ?? ""
            if base64 { text = Data(text.utf8).base64EncodedString() }
            let inputs = [signing.privateKey, signing.certificate, signing.encryptFor].compactMap { $0 }
            let response = try output.flatMap { $0 == "-" ? nil : try PendingFile(path: $0, keeping: inputs) }
            try write(text, to: response, certificate: maker.ownCertificate, keeping: inputs)
            if response == nil, !text.isEmpty { try Output.line(text) }
        }

        /// Writes the response's file and the certificate's file, if the options name them.
        ///
        /// An error that occurs before the first commit leaves both files unchanged.
        private func write(
            _ text: String, to response: PendingFile?, certificate pem: String, keeping inputs: [String]
        ) throws {
            let certificate = try saveCertificate.map { try PendingFile(path: $0, keeping: inputs) }
            if let response, let certificate, response.isNamed(as: certificate) {
                throw CommandError(.invalid, "--output and --save-certificate must be different files")
            }
            try certificate?.write(pem.trimmingCharacters(in: .newlines) + "\n")
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

    func apply(to order: inout ResponseOrder) throws {
        order.issuer = issuer
        order.audiences = audience
        order.furtherAudiences = furtherAudience
        order.recipient = recipient
        order.destination = destination
        order.inResponseTo = inResponseTo
        order.unsolicited = unsolicited
        order.nameID = nameID
        order.nameIDFormat = nameIDFormat
        order.attributes = try Self.attributes(attribute)
        order.attributeNameFormat = attributeNameFormat
        order.statuses = status
        order.statusMessage = statusMessage
        order.responseID = responseID
        order.assertionID = assertionID
        order.authnContext = authnContext
        order.sessionIndex = sessionIndex
        order.oneTimeUse = oneTimeUse
        order.proxyCount = proxyCount
    }

    /// Reads attributes from `NAME=VALUE` pairs; pairs with the same name become one attribute with several values.
    private static func attributes(_ pairs: [String]) throws(CommandError) -> [ResponseMaker.Content.Attribute] {
        var attributes: [ResponseMaker.Content.Attribute] = []
        for pair in pairs {
            guard let equals = pair.firstIndex(of: "=") else {
                throw CommandError(.invalid, "invalid attribute '\(pair)': expected NAME=VALUE")
            }
            let (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            if let position = attributes.firstIndex(where: { $0.name == name }) {
                attributes[position].values.append(value)
            } else {
                attributes.append(.init(name, [value]))
            }
        }
        return attributes
    }
}

/// The options for the times of a response.
struct IssueTimes: ParsableArguments {
    @Option(help: "The time of issue. Default: the current real time, or the device's clock with --provider.")
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

    func apply(to order: inout ResponseOrder) throws {
        order.at = try at.map { text in try CommandArguments.moment(text) }
        order.notBefore = try notBefore.map { text in try CommandArguments.instant(text) }
        order.notOnOrAfter = try notOnOrAfter.map { text in try CommandArguments.instant(text) }
        order.confirmationNotOnOrAfter = try confirmationNotOnOrAfter.map { text in
            try CommandArguments.instant(text)
        }
        order.authnInstant = try authnInstant.map { text in try CommandArguments.instant(text) }
        order.sessionNotOnOrAfter = try sessionNotOnOrAfter.map { text in try CommandArguments.instant(text) }
    }
}
