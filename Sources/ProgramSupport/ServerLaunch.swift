import Foundation
package import SimulatedWorld
import StructuredText

/// What `tvsim serve` and `tvsim exec` pass to `tvsim-server`, the program that replaces them.
///
/// The server is a program of its own so that a short command does not load one. It has no command line for people: its
/// first argument is this value as JSON, and the others are the command that runs beside it.
package struct ServerLaunch: Codable, Sendable, Hashable {
    /// The program's name, beside `tvsim`.
    package static let program = "tvsim-server"
    /// The default port of `tvsim serve`.
    package static let defaultPort = 8080

    /// The device that the command names; `nil` if it names none.
    package var device: String?
    /// The file of the profile from which the served world is made; `nil` if a device is served.
    package var profile: String?
    /// The address or name on which it listens.
    package var host = "127.0.0.1"
    /// The port; 0 means any free one.
    package var port = 0
    /// The file that tells other programs the server's address; `nil` if none is written.
    package var locator: String?
    /// Whether other machines may reach it.
    package var allowsRemote = false
    /// Whether it speaks TLS, with a certificate of the home folder's own authority.
    package var speaksTLS = false

    /// Creates the defaults.
    package init() {}

    /// Reads the first argument of the server.
    ///
    /// - Throws: ``CommandError`` when a person started the server directly.
    package init(argument: String?) throws(CommandError) {
        guard let argument, let launch = try? JSONDecoder().decode(Self.self, from: Data(argument.utf8)) else {
            throw CommandError(.invalid, "\(Self.program) is started by 'tvsim serve' and 'tvsim exec' alone")
        }
        self = launch
    }

    /// Writes the first argument of the server.
    package func argument() throws -> String {
        try JSONText.line(self)
    }
}
