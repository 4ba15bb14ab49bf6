import ArgumentParser
import Foundation
import TVSimStateStorage
import TVSimWorld

/// `tvsim token`: validates media tokens.
struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Validates media tokens of the simulated service.",
        discussion: """
            EXAMPLE:
              tvsim token verify token.txt --resource REF30
            """,
        subcommands: [Verify.self])

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Validates a media token as a media server would: exit status 0 if it is valid, 1 if not.",
            discussion: """
                The verdict is a status of the vendor's validator: VALID_TOKEN, INVALID_TOKEN_FORMAT, INVALID_SIGNATURE, \
                TOKEN_EXPIRED, INVALID_RESOURCE_ID or ERROR_UNKNOWN.

                EXAMPLE:
                  tvsim token verify token.txt --resource REF30 --requestor REF30
                  tvsim token verify - --at 2026-01-01T00:00:00Z --format json < token.txt
                """)

        @Argument(
            help: "The token, Base64 ('serializedToken') or XML; '-' is standard input.", completion: Completions.file)
        var file: String
        @Option(help: "The expected resource.")
        var resource: String?
        @Option(help: "The expected requestor.", completion: Completions.requestors)
        var requestor: String?
        @Option(help: "The time of the validation, in ISO 8601 and UTC. Default: the device's clock.")
        var at: String?
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let given = try at.map { text in try CommandArguments.moment(text) }
            let token = Data(try NamedFile.read(file))
            let verification = try MediaTokenVerification(
                token, resource: resource, requestor: requestor, at: try given ?? device.open().now())
            try format.print(verification.report, text: verification.text)
            if !verification.isValid { throw ExitStatus.checkFailed }
        }
    }
}
