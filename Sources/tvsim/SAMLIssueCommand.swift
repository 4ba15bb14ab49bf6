import ArgumentParser
import Foundation
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

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

        /// The table of the options; those that it lacks concern the output.
        static let fields = IssuingOptions.fields

        @Option(help: "The provider of the device's world that issues the response.", completion: Completions.providers)
        var provider: String?
        @Option(help: row("as"))
        var `as`: String?
        @OptionGroup(title: "Content") var content: IssueContent
        @OptionGroup(title: "Times") var times: IssueTimes
        @OptionGroup(title: "Signature and encryption") var signing: IssueSigning

        @Option(
            name: .customLong("defect"),
            help: ArgumentHelp("A defect. The option can be repeated.", valueName: "name"),
            completion: Completions.defects)
        var defects: [String] = []
        @Option(parsing: .unconditional, help: row("seed"))
        var seed: UInt64 = 0
        @Flag(help: "Writes Base64.")
        var base64 = false
        @Option(name: .shortAndLong, help: "The output file. Default: standard output.", completion: Completions.file)
        var output: String?
        @Option(
            help: ArgumentHelp("Writes the certificate that verifies the response to this file.", valueName: "file"),
            completion: Completions.file)
        var saveCertificate: String?
        @OptionGroup var device: DeviceOption

        func run() throws {
            let attributes = try content.attributes()
            try NamedFile.demandOneInput(signing.files)
            let given = try ParsedOptions(of: [self, content, times, signing], in: Self.fields)
            var maker = try ResponseMaker(given) { try device.open() }
            maker.seed = seed
            if !attributes.isEmpty { maker.content.attributes = attributes }
            var text = try maker.issue() ?? ""
            if base64 { text = Data(text.utf8).base64EncodedString() }
            let response = try output.flatMap { $0 == "-" ? nil : try PendingFile(path: $0, keeping: signing.files) }
            try write(text, to: response, certificate: maker.ownCertificate, keeping: signing.files)
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
            let list = DefectListing()
            try format.print(list, text: Columns.text(list.rows))
        }
    }
}

private func row(_ key: String) -> ArgumentHelp { ArgumentHelp(SAML.Issue.fields, key) }
