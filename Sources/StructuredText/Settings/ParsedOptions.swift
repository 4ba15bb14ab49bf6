import Foundation

/// The options that a command line or a JSON body gives, which a table of fields reads.
package struct ParsedOptions: Sendable {
    /// How messages spell the options.
    package let spelling: OptionSpelling
    /// The names of the files whose texts are the values of an option, in order.
    package var files: [String: [String]] = [:]
    private var options: Members

    /// Creates the options of a command line, at first none.
    package init() {
        (spelling, options) = (.commandLine, Members())
    }

    /// Creates the options of a JSON object.
    package init(json members: Members) {
        (spelling, options) = (.json, members)
    }

    /// The value of an option; `nil` if it is not given.
    package subscript(key: String) -> JSONValue? {
        get { options[key] }
        set { options[key] = newValue }
    }

    /// Returns whether an option is given with a value other than `null`.
    package func has(_ key: String) -> Bool { (self[key] ?? .null) != .null }

    /// Reads the options into a value; other fields keep their values.
    ///
    /// - Throws: `CommandError` for options of a command line, and `SourceError` for those of JSON.
    package func read<Root>(_ fields: ObjectFormat<Root>, into root: inout Root) throws {
        let notes = ReadingNotes(clock: .distantPast)
        notes.spelling = spelling
        var read = root
        do throws(SourceError) {
            try fields.read(ValueCursor(.object(options)), into: &read, notes)
        } catch {
            guard spelling == .commandLine else { throw error }
            throw CommandError(.invalid, error.reason, suggestion: error.suggestion)
        }
        root = read
    }

    /// Checks the texts of an option one after another.
    ///
    /// - Parameters:
    ///   - key: The option.
    ///   - texts: Its texts.
    ///   - hint: Returns the key of the option that would accept a text; `nil` if none would.
    ///   - check: Throws if a text cannot be used.
    /// - Throws: `CommandError` with the name of the file, or the key in JSON, if the check throws.
    package func check<Failure: CustomStringConvertible>(
        _ key: String, _ texts: [String], hint: (Failure) -> String? = { _ in nil },
        by check: (String) throws(Failure) -> Void
    ) throws(CommandError) {
        for (position, text) in texts.enumerated() {
            do throws(Failure) {
                try check(text)
            } catch {
                let hint = hint(error).map { " (\(spelling($0)) accepts it)" } ?? ""
                throw malformed(key, error.description.withoutFullStop + hint, position: position)
            }
        }
    }

    /// Returns the error for a text that cannot be used.
    package func malformed(_ key: String, _ reason: String, position: Int = 0) -> CommandError {
        let names = files[key] ?? []
        let name = names.indices.contains(position) ? names[position] : key
        return CommandError(.malformed, "\(name): \(reason.withoutFullStop)")
    }
}
