/// A profile that cannot be understood: where, why, and what may have been meant.
package struct ProfileError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    package struct Code: Sendable, Hashable {
        private enum Kind: Hashable {
            case syntax, limit, unsupported, schemaVersion, unknownKey, missingKey, duplicateKey, wrongType, wrongValue,
                unknownReference
        }
        private let kind: Kind

        /// The text is not YAML, or not UTF-8.
        package static let syntax = Code(kind: .syntax)
        /// The text is larger or nested deeper than a profile may be.
        package static let limit = Code(kind: .limit)
        /// The text uses a part of YAML that the format leaves out.
        package static let unsupported = Code(kind: .unsupported)
        /// The profile is of another version of the format.
        package static let schemaVersion = Code(kind: .schemaVersion)
        /// A key is not one of the format's.
        package static let unknownKey = Code(kind: .unknownKey)
        /// A required key is not there.
        package static let missingKey = Code(kind: .missingKey)
        /// A key is given twice.
        package static let duplicateKey = Code(kind: .duplicateKey)
        /// A value is of another type than its key takes.
        package static let wrongType = Code(kind: .wrongType)
        /// A value is not one of those that its key takes.
        package static let wrongValue = Code(kind: .wrongValue)
        /// A name refers to nothing in the profile or the simulator.
        package static let unknownReference = Code(kind: .unknownReference)
    }

    /// What kind of trouble it is.
    package let code: Code
    /// The file, or `<stdin>`.
    package var source: String
    /// Where in the file.
    package let position: SourcePosition
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

    /// The error as one line: file, line, column, reason, and the suggestion where there is one.
    package var description: String {
        let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return "\(source):\(position.line):\(position.column): \(reason)\(hint)"
    }

    /// Compares code and position, which is what tests decide by.
    package static func == (left: ProfileError, right: ProfileError) -> Bool {
        left.code == right.code && left.position == right.position
    }

    /// Hashes code and position, as equality does.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(position)
    }
}

/// A place in a text, both from 1.
package struct SourcePosition: Sendable, Hashable, Comparable {
    /// The line.
    package let line: Int
    /// The column, in Unicode scalars.
    package let column: Int

    /// Creates a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Orders places as a reader meets them.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
