import SimulatedWorld
import StructuredText
import YAMLText

/// Converts `KEY=VALUE` arguments of the command line to a mapping of the profile format.
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

    /// Returns the mapping for some pairs.
    ///
    /// - Throws: `CommandError` when a text is not a pair, a key is repeated, or a value is not YAML.
    func mapping(_ pairs: [String]) throws(CommandError) -> SourceNode {
        var entries: [SourceNode.Entry] = []
        for pair in pairs {
            guard let sign = pair.firstIndex(of: "="), sign > pair.startIndex else { throw notAPair(pair) }
            let key = String(pair[..<sign])
            let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard path.allSatisfy({ !$0.isEmpty }) else { throw notAPair(pair) }
            let node = try read(String(pair[pair.index(after: sign)...]), of: key)
            try insert(node, at: path[...], of: key, into: &entries)
        }
        return SourceNode(content: .mapping(entries), position: .start)
    }

    private func insert(
        _ node: SourceNode, at path: ArraySlice<String>, of key: String, into entries: inout [SourceNode.Entry]
    ) throws(CommandError) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        guard let place = entries.firstIndex(where: { $0.key == name }) else {
            var inner = node
            if !rest.isEmpty {
                var below: [SourceNode.Entry] = []
                try insert(node, at: rest, of: key, into: &below)
                inner = SourceNode(content: .mapping(below), position: .start)
            }
            entries.append(SourceNode.Entry(key: name, position: node.position, value: inner))
            return
        }
        guard !rest.isEmpty, case .mapping(var below) = entries[place].value.content else {
            throw CommandError(.invalid, "duplicate key '\(key)'")
        }
        try insert(node, at: rest, of: key, into: &below)
        entries[place].value.content = .mapping(below)
    }

    private func notAPair(_ text: String) -> CommandError {
        CommandError(.invalid, "invalid argument '\(text)': expected KEY=\(value), such as \(example)")
    }

    private func read(_ text: String, of key: String) throws(CommandError) -> SourceNode {
        do throws(SourceError) {
            let documents = try YAMLReader.documents(in: text)
            guard let node = documents.first, documents.count == 1 else {
                throw SourceError(.syntax, at: .start, "expected exactly one \(value.lowercased())")
            }
            return node
        } catch {
            throw CommandError(.invalid, "the \(value.lowercased()) for '\(key)' cannot be read: \(error.reason)")
        }
    }
}
