import SimulationCore
import StructuredText
import XMLSecurity

/// How messages spell an option: as an option of the command line, or as a key of JSON.
package enum OptionSpelling: Sendable {
    case commandLine
    case json

    /// Returns an option's spelling.
    ///
    /// - Parameter key: The key in camel case, such as `inResponseTo`.
    /// - Returns: `--in-response-to`, or `'inResponseTo'`.
    package func callAsFunction(_ key: String) -> String {
        switch self {
        case .json: "'\(key)'"
        case .commandLine:
            "--" + key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
        }
    }
}

/// A key or certificate in PEM, with the name of its source.
package struct NamedPEM: Sendable, Hashable {
    /// The path of the file, or the key in JSON.
    package let name: String
    /// The PEM text.
    package let text: String

    /// Creates a text with the name of its source.
    package init(name: String, text: String) {
        (self.name, self.text) = (name, text)
    }

    /// Returns the text if a check accepts it.
    ///
    /// - Throws: `CommandError` with the name of the source if the check throws.
    func checked(_ check: (String) throws(XMLError) -> Void) throws(CommandError) -> String {
        do throws(XMLError) {
            try check(text)
        } catch {
            throw malformed(error.description)
        }
        return text
    }

    /// Returns the error for a text that cannot be used.
    func malformed(_ reason: String) -> CommandError {
        CommandError(.malformed, "\(name): \(reason.withoutFullStop)")
    }
}
