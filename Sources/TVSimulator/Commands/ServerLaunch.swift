import Foundation
import StructuredText

/// What `tvsim serve` and `tvsim exec` hand to `tvsim-server`, the program that they replace themselves with.
///
/// The server is a program of its own so that a short command does not load one. It has no command line for people:
/// its first argument is this value as JSON, and what follows is the command that is to run beside it.
package struct ServerLaunch: Codable, Sendable, Hashable {
    /// The program's name, beside `tvsim`.
    package static let program = "tvsim-server"
    /// The port on which `tvsim serve` listens where none is given.
    package static let defaultPort = 8080

    /// The device in the command, if there is one.
    package var device: String?
    /// The file of the profile from which the served world is made; `nil`: a device is served.
    package var profile: String?
    /// The address or name on which it listens.
    package var host = "127.0.0.1"
    /// The port; 0: a free one.
    package var port = 0
    /// The file into which it writes where it is; `nil`: none.
    package var locator: String?
    /// Whether other machines may reach it.
    package var allowsRemote = false
    /// Whether it speaks TLS, with a certificate of the home folder's own authority.
    package var speaksTLS = false

    /// Creates what the options of a command leave as it is.
    package init() {}

    /// Reads the first argument of the server.
    ///
    /// - Throws: ``CommandError`` when somebody started the server by hand.
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
