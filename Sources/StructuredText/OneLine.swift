extension String {
    /// The text on one line, without control characters.
    ///
    /// Names and messages come from outside. Control characters and bidirectional formatting characters are written as
    /// `\u{9B}`, so that they cannot forge a line or control the terminal.
    package var onOneLine: String {
        printable { _ in false }
    }

    /// The text without control characters other than line breaks.
    package var inPlainLines: String {
        printable { $0 == "\n" }
    }

    /// The text without its middle part if it is very long, for example because it quotes a whole file.
    ///
    /// The beginning of an error message says what is wrong, and its end what to do.
    package var shortened: String {
        guard utf8.count > 4096, count > 4096 else { return self }
        return "\(prefix(1024)) … \(suffix(1024))"
    }

    private func printable(except isKept: (Unicode.Scalar) -> Bool) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool { isKept(scalar) || !Self.isControl(scalar) }
        guard !unicodeScalars.allSatisfy(isPlain) else { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            if !isPlain(scalar) {
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
