import ArgumentParser
import Foundation
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

/// The address on which a server listens, and who may reach it.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = ServerLaunch().host
    @Option(
        parsing: .unconditional,
        help: "The port to listen on; 0 selects a free port. Default: 8080 with serve, 0 with exec.")
    var port: String?
    @Flag(help: "Allows other machines to reach and change the world.")
    var allowRemote = false
    @Option(
        help: ArgumentHelp(
            """
            The host in the addresses that the server returns. Default: the address to listen on, or the header 'Host' \
            of a request if that is 0.0.0.0 or '::'.
            """, valueName: "host"))
    var publicHost: String?
    @Option(
        help: ArgumentHelp(
            "The secret that clients of the admin API must send; @FILE is the file that has it. Default: "
                + "TVSIM_ADMIN_TOKEN.", valueName: "secret"))
    var adminToken: String?
    @Flag(help: "Allows --allow-remote and --public-host without a secret: every client can change the world.")
    var openAdmin = false

    func validate() throws {
        guard adminToken == nil || !openAdmin else {
            throw ValidationError("--admin-token and --open-admin cannot be used together")
        }
        _ = try number(standard: 0)
        guard publicHost.map({ $0.contains(where: { "/:@?# ".contains($0) }) && !$0.hasPrefix("[") }) != true else {
            throw ValidationError("--public-host requires a host without a port, such as tvsim or [::1]")
        }
        guard publicHost?.isEmpty != true else { throw ValidationError("--public-host requires a host") }
    }

    /// Sets the options of a server.
    func apply(to launch: inout ServerLaunch, standardPort: Int) throws {
        launch.host = host
        launch.port = try number(standard: standardPort)
        launch.allowsRemote = allowRemote
        launch.publicHost = publicHost
    }

    /// Returns the secret of the admin API; `nil` if every client may use it.
    ///
    /// - Throws: `CommandError` when the secret is invalid, its file cannot be read, or it is missing and clients of other
    ///   machines may reach the server.
    func secret() throws(CommandError) -> AdminSecret? {
        if let secret = try givenSecret() { return secret }
        let opening = allowRemote ? "--allow-remote" : publicHost == nil ? nil : "--public-host"
        guard let opening, !openAdmin else { return nil }
        throw CommandError(
            .invalid,
            "\(opening) lets clients of other machines use the admin API: give it a secret by --admin-token or "
                + "\(AdminSecret.variable), or use --open-admin to let all of them change the world")
    }

    private func givenSecret() throws(CommandError) -> AdminSecret? {
        guard let adminToken else { return try AdminSecret(environment: CommandContext.current.environment) }
        guard adminToken.hasPrefix("@") else { return try AdminSecret(adminToken, from: "--admin-token") }
        let file = String(adminToken.dropFirst())
        let text = try NamedFile.readText(file).trimmingCharacters(in: .whitespacesAndNewlines)
        return try AdminSecret(text, from: "'\(NamedFile.shown(file))'")
    }

    /// Returns the port.
    ///
    /// The option is a text, so that its error names the valid numbers; the parser's error for an `Int` does not.
    private func number(standard: Int) throws -> Int {
        guard let port else { return standard }
        guard let number = Int(port), (0...65535).contains(number) else {
            throw ValidationError("invalid port '\(port)': expected a number from 0 to 65535")
        }
        return number
    }
}
