/// The error of a command: a code, the reason, and a suggestion.
package struct CommandError: Error, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: Sendable, Hashable {
        /// An argument is invalid.
        case invalid
        /// An input is malformed.
        case malformed
        /// The object that the command names does not exist.
        case notFound
        /// A program that the command needs is not installed.
        case unavailable
        /// The object that the command would create exists already.
        case exists
        /// An output cannot be created.
        case unwritable
        /// An input cannot be read, or an output cannot be written completely.
        case inputOutput
    }

    /// The kind of error.
    package let code: Code
    /// What is wrong, as one sentence without a full stop.
    package let reason: String
    /// The probably intended value; `nil` if no known value is similar.
    package let suggestion: String?

    /// Creates an error.
    package init(_ code: Code, _ reason: String, suggestion: String? = nil) {
        self.code = code
        self.reason = reason
        self.suggestion = suggestion
    }

    /// The reason and the suggestion on one line.
    package var description: String {
        reason + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }

    /// Compares only the codes, which determine the exit status.
    package static func == (left: CommandError, right: CommandError) -> Bool {
        left.code == right.code
    }

    /// Hashes only the code, consistently with equality.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
