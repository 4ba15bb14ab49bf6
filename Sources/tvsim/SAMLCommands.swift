import ArgumentParser
import Foundation
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

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

    /// The help of the argument that names the file with a response.
    static let responseHelp: ArgumentHelp = """
        The response, XML or Base64; '-' is standard input. A form body, an HTML page or an entry of an HTTP archive (HAR) \
        with the field 'SAMLResponse', and percent-encoded text, are read too.
        """

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Prints the decoded parts of a response without validating it.",
            discussion: """
                EXAMPLE:
                  tvsim saml inspect response.xml --format json
                  tvsim saml inspect response.xml --decryption-key reader.key
                """)

        @Argument(help: SAML.responseHelp, completion: Completions.file)
        var file: String
        @Option(
            name: .customLong("decryption-key"),
            help: """
                An RSA key (PEM) that decrypts assertions, names and attributes, also with old algorithms. The option can \
                be repeated.
                """)
        var decryptionKeys: [PEMFile] = []
        @OptionGroup var format: FormatOption

        func run() throws {
            try NamedFile.demandOneInput([file] + decryptionKeys.map(\.path))
            let inspection = try SAMLInspection(file: file, decryptionKeys: decryptionKeys)
            try format.print(inspection, text: inspection.text)
        }
    }
}
