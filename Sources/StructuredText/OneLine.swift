extension String {
    /// The text as it may be printed: in one line, and without characters that a terminal or a reader obeys.
    ///
    /// Much of what is printed was written by somebody else, who must not write lines of ours: control characters and
    /// those that turn the direction of writing appear as `\u{9B}`.
    package var onOneLine: String {
        printable { _ in false }
    }

    /// The same of a text of several lines, which stay.
    package var inPlainLines: String {
        printable { $0 == "\n" }
    }

    /// The text with its middle left out where nobody would read so much, as where it quotes a file that was given in the
    /// place of a name; what is wrong stands at its beginning, and what helps at its end.
    package var shortened: String {
        guard utf8.count > 4096, count > 4096 else { return self }
        return "\(prefix(1024)) … \(suffix(1024))"
    }

    private func printable(except isKept: (Unicode.Scalar) -> Bool) -> String {
        func isWritten(_ scalar: Unicode.Scalar) -> Bool { isKept(scalar) || !Self.isObeyed(scalar) }
        guard !unicodeScalars.allSatisfy(isWritten) else { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            if !isWritten(scalar) {
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
