/// An error in a text: its position, the reason, and a suggestion.
package struct SourceError: Error, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: Sendable, Hashable {
        /// The text is neither YAML nor JSON, or not UTF-8.
        case syntax
        /// The text is too large or nested too deeply.
        case limit
        /// The text uses an unsupported YAML feature.
        case unsupported
        /// The document has an unsupported version of the format.
        case schemaVersion
        /// A key is unknown.
        case unknownKey
        /// A required key is missing.
        case missingKey
        /// A key is given twice.
        case duplicateKey
        /// A value has a type that its key does not accept.
        case wrongType
        /// A value is not one that its key accepts.
        case wrongValue
        /// A valid value contradicts another part of the document or the state of the simulator.
        case contradiction
        /// A name refers to an unknown part of the document or the simulator.
        case unknownReference
    }

    /// The kind of the error.
    package let code: Code
    /// The file, or `<stdin>`.
    package var source: String
    /// The position in the text.
    package let position: SourcePosition
    /// The path of keys to the value, such as `set.enabled`; `nil` if the error is about a whole file.
    package var path: String?
    /// The reason, as one sentence without a full stop.
    package let reason: String
    /// A known name or value similar to the given one; `nil` if none is similar.
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

    /// The error on one line: file, line, column, reason, and the suggestion, if any.
    package var description: String {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return "\(source):\(position.line):\(position.column): \(reason)\(hint)"
    }

    /// The reason with the path of keys, or with line and column if the error has no path.
    package var placedReason: String {
        guard let path else { return "line \(position.line), column \(position.column): \(reason)" }
        // Some reasons begin with the key.
        let isNamed = !path.contains { $0 == "." || $0 == "[" } && reason.hasPrefix("\(path) ")
        return path.isEmpty || isNamed ? reason : "\(path): \(reason)"
    }

    /// Compares code and position, because tests expect only these.
    package static func == (left: SourceError, right: SourceError) -> Bool {
        left.code == right.code && left.position == right.position
    }

    /// Hashes code and position, consistently with `==`.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(position)
    }
}

extension SourceError {
    /// Returns the error for a value of a type that its key does not accept.
    package static func wrongType(_ node: SourceNode, expected: String) -> SourceError {
        var reason = "expected \(expected), found \(node.kind)"
        if expected.hasPrefix("text") {
            switch node.content {
            case .integer, .number, .bool: reason += " (put it in quotes to make it text)"
            default: break
            }
        }
        return SourceError(.wrongType, at: node.position, reason)
    }
}
