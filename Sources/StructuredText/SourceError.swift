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
    /// The position in the text; its beginning until ``located(in:)`` looks up the path.
    package private(set) var position: SourcePosition
    /// The path to the value; `nil` if the text has no value there.
    package let path: ValuePath?
    /// The reason, as one sentence without a full stop.
    package let reason: String
    /// A known name or value similar to the given one; `nil` if none is similar.
    package let suggestion: String?

    /// Creates an error in a value.
    package init(_ code: Code, at path: ValuePath, _ reason: String, suggestion: String? = nil) {
        self.init(code, "", .start, path, reason, suggestion)
    }

    /// Creates an error in a text.
    package init(
        _ code: Code, source: String = "", at position: SourcePosition, _ reason: String, suggestion: String? = nil
    ) {
        self.init(code, source, position, nil, reason, suggestion)
    }

    private init(
        _ code: Code, _ source: String, _ position: SourcePosition, _ path: ValuePath?, _ reason: String,
        _ suggestion: String?
    ) {
        self.code = code
        self.source = source
        self.position = position
        self.path = path
        self.reason = reason
        self.suggestion = suggestion
    }

    /// Returns the error with its line and column in a document.
    package func located(in document: SourceDocument) -> SourceError {
        var located = self
        if let path { located.position = document.position(of: path) }
        return located
    }

    /// The error on one line: file, line, column, reason, and the suggestion, if any.
    package var description: String {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return "\(source):\(position.line):\(position.column): \(reason)\(hint)"
    }

    /// The reason with the path of keys, or with line and column if the error is in a file or has no path.
    package var placedReason: String {
        guard source.isEmpty, let path = path?.description else {
            return "line \(position.line), column \(position.column): \(reason)"
        }
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
    package static func wrongType(_ cursor: ValueCursor, expected: String) -> SourceError {
        var reason = "expected \(expected), found \(cursor.kind)"
        if expected.hasPrefix("text") {
            switch cursor.value {
            case .integer, .number, .bool: reason += " (put it in quotes to make it text)"
            default: break
            }
        }
        return SourceError(.wrongType, at: cursor.path, reason)
    }
}
