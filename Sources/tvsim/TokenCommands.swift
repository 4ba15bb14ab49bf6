import ArgumentParser
import SimulatedWorld

/// `tvsim token`: validates media tokens.
struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Media tokens that the simulated service issued, as files.",
        discussion: """
            EXAMPLE:
              tvsim token verify token.txt --resource REF30
            """,
        subcommands: [Verify.self])

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Says whether a media token may be believed (0) or not (1), as a media server would.",
            discussion: """
                The verdict is one of the vendor's words: VALID_TOKEN, INVALID_TOKEN_FORMAT, INVALID_SIGNATURE,
                TOKEN_EXPIRED, INVALID_RESOURCE_ID, ERROR_UNKNOWN. Without --at the device's clock says what time it is.

                EXAMPLE:
                  tvsim token verify token.txt --resource REF30 --requestor REF30
                  tvsim token verify - --at 2026-01-01T00:00:00Z --format json < token.txt
                """)

        @Argument(help: "The token, Base64 ('serializedToken') or XML; '-' is standard input.")
        var file: String
        @Option(help: "The resource that it must be for.")
        var resource: String?
        @Option(help: "The requestor that it must be for.")
        var requestor: String?
        @Option(help: "The instant at which it is judged, ISO 8601 in UTC; without it the device's clock.")
        var at: String?
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let given = try at.map { text in try CommandArguments.moment(text) }
            let verification = try MediaTokenVerification(file: file, resource: resource, requestor: requestor) {
                try given ?? device.open().now()
            }
            try format.print(verification, text: verification.text)
            if !verification.isValid { throw ExitStatus.checkFailed }
        }
    }
}
