import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Converts `KEY=VALUE` arguments of the command line to members of the profile format.
///
/// Values are YAML. A dotted key sets a member of a nested mapping, for example `developer.simulateExpiredToken=true`.
struct TypedPairs {
    /// The name of the part after the equals sign, for error messages.
    let value: String
    /// A valid pair, for error messages.
    let example: String

    init(_ value: String, example: String) {
        self.value = value
        self.example = example
    }

    /// Returns the members for some pairs.
    ///
    /// - Throws: `CommandError` when a text is not a pair, a key is repeated, or a value is not YAML.
    func members(_ pairs: [String]) throws(CommandError) -> Members {
        var members: Members = [:]
        for pair in pairs {
            guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else { throw notAPair(pair) }
            let key = String(pair[..<sign])
            let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard path.allSatisfy({ !$0.isEmpty }) else { throw notAPair(pair) }
            let value = try read(String(pair[pair.index(after: sign)...]), of: key)
            try insert(value, at: path[...], of: key, into: &members)
        }
        return members
    }

    private func insert(
        _ value: JSONValue, at path: ArraySlice<String>, of key: String, into members: inout Members
    ) throws(CommandError) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        guard let known = members[name] else {
            var below: Members = [:]
            try insert(value, at: rest, of: key, into: &below)
            members[name] = rest.isEmpty ? value : .object(below)
            return
        }
        guard !rest.isEmpty, case .object(var below) = known else {
            throw CommandError(.invalid, "duplicate key '\(key)'")
        }
        try insert(value, at: rest, of: key, into: &below)
        members[name] = .object(below)
    }

    private func notAPair(_ text: String) -> CommandError {
        CommandError(.invalid, "invalid argument '\(text)': expected KEY=\(value), such as \(example)")
    }

    private func read(_ text: String, of key: String) throws(CommandError) -> JSONValue {
        do throws(SourceError) {
            let documents = try YAMLReader.documents(in: text)
            guard let document = documents.first, documents.count == 1 else {
                throw SourceError(.syntax, at: .start, "expected exactly one \(value.lowercased())")
            }
            return document.value
        } catch {
            throw CommandError(.invalid, "the \(value.lowercased()) for '\(key)' cannot be read: \(error.reason)")
        }
    }
}
