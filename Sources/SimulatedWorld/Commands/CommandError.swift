/// A command that cannot be obeyed: what was wrong, and what may have been meant.
package struct CommandError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Code: Sendable, Hashable {
        /// An argument is not one that the command takes.
        case invalid
        /// An input is not what it should be.
        case malformed
        /// What the command speaks of is not there.
        case notFound
        /// A program that the command needs is not there.
        case unavailable
        /// What the command should make is there already.
        case exists
        /// An output cannot be made.
        case unwritable
        /// An input cannot be read, or an output not be written to its end.
        case inputOutput
    }

    /// What kind of trouble it is.
    package let code: Code
    /// What is wrong, as one sentence without its full stop.
    package let reason: String
    /// What may have been meant.
    package let suggestion: String?

    /// Creates an error.
    package init(_ code: Code, _ reason: String, suggestion: String? = nil) {
        self.code = code
        self.reason = reason
        self.suggestion = suggestion
    }

    /// The reason, and the suggestion where there is one, on one line.
    package var description: String {
        reason + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }

    /// Compares the codes alone, which is what tests and exit statuses go by.
    package static func == (left: CommandError, right: CommandError) -> Bool {
        left.code == right.code
    }

    /// Hashes the code alone, as equality does.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
