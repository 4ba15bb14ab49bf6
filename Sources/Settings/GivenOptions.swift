import Foundation
package import StructuredText

/// The options that a command line or a JSON body gives, which a table of fields reads.
package struct GivenOptions: Sendable {
    /// How messages spell the options.
    package let spelling: OptionSpelling
    /// The names of the files whose texts are the values of an option, in order.
    package var files: [String: [String]] = [:]
    private var options: SourceNode

    /// Creates the options of a command line, at first none.
    package init() {
        spelling = .commandLine
        options = SourceNode(content: .mapping([SourceNode.Entry]()), position: .start)
    }

    /// Creates the options of a JSON object.
    package init(json: JSONValue) {
        spelling = .json
        options = SourceNode(json)
    }

    /// The value of an option; `nil` if it is not given.
    package subscript(key: String) -> SourceNode.Content? {
        get { options.entry(key)?.value.content }
        set {
            guard case .mapping(var entries) = options.content else { return }
            entries.removeAll { $0.key == key }
            if let newValue {
                let value = SourceNode(content: newValue, position: .start)
                entries.append(SourceNode.Entry(key: key, position: .start, value: value))
            }
            options.content = .mapping(entries)
        }
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
            try options.read { (node) throws(SourceError) in try fields.read(node, into: &read, notes) }
        } catch {
            guard spelling == .commandLine else { throw error }
            throw CommandError(.invalid, error.reason, suggestion: error.suggestion)
        }
        root = read
    }

    /// Checks the texts of an option one after another.
    ///
    /// - Throws: `CommandError` with the name of the file, or the key in JSON, if the check throws.
    package func check<Failure: CustomStringConvertible>(
        _ key: String, _ texts: [String], by check: (String) throws(Failure) -> Void
    ) throws(CommandError) {
        for (position, text) in texts.enumerated() {
            do throws(Failure) {
                try check(text)
            } catch {
                throw malformed(key, error.description, position: position)
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
