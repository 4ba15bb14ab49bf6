package import TVSimStructuredText

/// The secret that a server requires of the clients of its admin API.
///
/// A server, and the command of `tvsim exec`, get it in their environment only. Other users of a machine can read the
/// arguments of its processes.
package struct AdminSecret: Sendable, Hashable, CustomStringConvertible {
    /// The environment variable with the secret, for servers and for clients.
    package static let variable = "TVSIM_ADMIN_TOKEN"
    /// The header of a request with the secret.
    package static let header = "Tvsim-Admin-Token"
    private static let largest = 512

    /// The secret itself.
    package let text: String

    /// Creates a secret.
    ///
    /// - Parameters:
    ///   - text: The secret.
    ///   - source: The option, file or variable that has it, for the error.
    /// - Throws: `CommandError` when the text cannot be the value of a header.
    package init(_ text: String, from source: String) throws(CommandError) {
        guard (1...Self.largest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandError(
                .invalid,
                "invalid secret of the admin API in \(source): expected 1 to \(Self.largest) visible ASCII characters, "
                    + "without spaces")
        }
        self.text = text
    }

    /// Reads the secret from environment variables.
    ///
    /// An empty variable counts as missing, because a CI server sets it so if a job may not have the secret.
    ///
    /// - Parameter environment: The environment.
    /// - Throws: `CommandError` when the text cannot be the value of a header.
    package init?(environment: [String: String]) throws(CommandError) {
        guard let text = environment[Self.variable], !text.isEmpty else { return nil }
        try self.init(text, from: Self.variable)
    }

    /// A text for logs, without the secret.
    package var description: String { "the secret of an admin API" }
}
