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
