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

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Prints the decoded parts of a response without validating it.",
            discussion: """
                EXAMPLE:
                  tvsim saml inspect response.xml --format json
                """)

        @Argument(help: "The response, XML or Base64; '-' is standard input.", completion: Completions.file)
        var file: String
        @OptionGroup var format: FormatOption

        func run() throws {
            let inspection = try SAMLInspection(file: file)
            try format.print(inspection, text: inspection.text)
        }
    }
}
