/// A text that cannot be understood: where, why, and what may have been meant.
package struct SourceError: Error, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    package enum Code: Sendable, Hashable {
        /// The text is neither YAML nor JSON, or not UTF-8.
        case syntax
        /// The text is larger or nested deeper than it may be.
        case limit
        /// The text uses a part of YAML that is not supported.
        case unsupported
        /// The document has another version of the format.
        case schemaVersion
        /// The format does not have this key.
        case unknownKey
        /// A required key is missing.
        case missingKey
        /// A key is given twice.
        case duplicateKey
        /// A value has another type than its key takes.
        case wrongType
        /// A value is not one of those that its key takes.
        case wrongValue
        /// A name refers to nothing in the document or the simulator.
        case unknownReference
    }

    /// What kind of error it is.
    package let code: Code
    /// The file, or `<stdin>`.
    package var source: String
    /// Where in the text.
    package let position: SourcePosition
    /// The keys that lead to the place, such as `set.enabled`; `nil` where a whole file was read.
    package var path: String?
    /// What is wrong, as one sentence without its full stop.
    package let reason: String
    /// What may have been meant.
    package let suggestion: String?

    /// Creates an error.
    package init(
        _ code: Code, source: String = "", at position: SourcePosition, _ reason: String, suggestion: String? = nil
    ) {
        self.code = code
        self.source = source
        self.position = position
        self.reason = reason
        self.suggestion = suggestion
    }

    /// The error as one line: file, line, column, reason, and the suggestion if there is one.
    package var description: String {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return "\(source):\(position.line):\(position.column): \(reason)\(hint)"
    }

    /// The reason with its place in a single value: the keys that lead there, or line and column of its text.
    package var placedReason: String {
        guard let path else { return "line \(position.line), column \(position.column): \(reason)" }
        // The reason may begin with the key already.
        let isNamed = !path.contains { $0 == "." || $0 == "[" } && reason.hasPrefix("\(path) ")
        return path.isEmpty || isNamed ? reason : "\(path): \(reason)"
    }

    /// Compares code and position, which is what tests decide by.
    package static func == (left: SourceError, right: SourceError) -> Bool {
        left.code == right.code && left.position == right.position
    }

    /// Hashes code and position, as equality does.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(position)
    }
}

extension SourceError {
    /// Creates the error for a value of another type than its key takes.
    package static func wrongType(_ node: SourceNode, expected: String) -> SourceError {
        var reason = "expected \(expected), found \(node.kind)"
        if expected.hasPrefix("text") {
            switch node.content {
            case .integer, .number, .bool: reason += " (in quotes it is text)"
            default: break
            }
        }
        return SourceError(.wrongType, at: node.position, reason)
    }
}
