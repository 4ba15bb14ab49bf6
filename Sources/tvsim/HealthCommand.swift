import ArgumentParser
import Foundation
import TVSimStateStorage

/// `tvsim health`: asks a server whether it can read its world.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Checks that a server answers. Fails (69) if it does not.",
        discussion: """
            It prints what GET /_sim/v1/health answers. A container without a shell uses it as its health check.

            EXAMPLE:
              tvsim health
              tvsim health http://127.0.0.1:8081
            """)

    @Argument(help: "The address of a server or of a world. Default: TVSIM_URL, or http://127.0.0.1:8080.")
    var url: String?

    func run() throws {
        let address = url ?? CommandContext.current.environment["TVSIM_URL"] ?? "http://127.0.0.1:8080"
        let body = try ServerQuestion(to: address).answer(to: "/_sim/v1/health")
        try Output.line(body.trimmingCharacters(in: .newlines))
    }
}
