/// A profile that cannot be understood: where, why, and what may have been meant.
package struct ProfileError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    package enum Code: Sendable, Hashable {
        /// The text is not YAML, or not UTF-8.
        case syntax
        /// The text is larger or nested deeper than a profile may be.
        case limit
        /// The text uses a part of YAML that the format leaves out.
        case unsupported
        /// The profile is of another version of the format.
        case schemaVersion
        /// A key is not one of the format's.
        case unknownKey
        /// A required key is not there.
        case missingKey
        /// A key is given twice.
        case duplicateKey
        /// A value is of another type than its key takes.
        case wrongType
        /// A value is not one of those that its key takes.
        case wrongValue
        /// A name refers to nothing in the profile or the simulator.
        case unknownReference
    }

    /// What kind of trouble it is.
    package let code: Code
    /// The file, or `<stdin>`.
    package var source: String
    /// Where in the file.
    package let position: SourcePosition
    /// The keys that lead to the place, where a single value was read and no file; `nil` where that is not known.
    var path: String?
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

    /// The reason, and before it where in a single value it stands: by keys, or by line and column of a text that was no
    /// value yet.
    package var placedReason: String {
        guard let path else { return "line \(position.line), column \(position.column): \(reason)" }
        // A reason can name the one key that leads there by itself.
        let isNamed = !path.contains { $0 == "." || $0 == "[" } && reason.hasPrefix("\(path) ")
        return path.isEmpty || isNamed ? reason : "\(path): \(reason)"
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

    /// Finds the place of an octet of a text, counted from zero.
    init(ofOctet octet: Int, in text: String) {
        let before = text.utf8.prefix(octet)
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:)) ?? before.startIndex
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + text.unicodeScalars[start..<before.endIndex].count
    }

    /// Orders places as a reader meets them.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
