import TVSimStructuredText

/// A parsed callback in its text form: `name` or `name(argument, argument)`.
struct CallbackText: Sendable, Hashable {
    let name: String
    let arguments: [String]

    /// Parses a text; `nil` if it does not have this form.
    init?(_ text: String) {
        guard let open = text.firstIndex(of: "(") else {
            guard !text.isEmpty, text.allSatisfy({ $0.isLetter }) else { return nil }
            name = text
            arguments = []
            return
        }
        name = String(text[..<open])
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter }), text.last == ")",
            let parts = Self.split(text[text.index(after: open)...].dropLast())
        else { return nil }
        arguments = parts
    }

    /// Splits a text at the commas outside of quotes and brackets; `nil` if a quote or bracket is unbalanced.
    static func split(_ text: Substring) -> [String]? {
        var parts: [String] = []
        var part = ""
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isQuoted {
                part.append(character)
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isQuoted = false
                }
                continue
            }
            switch character {
            case "\"": isQuoted = true
            case "[", "{", "(": depth += 1
            case "]", "}", ")": depth -= 1
            case "," where depth == 0:
                parts.append(part.trimmed)
                part = ""
                continue
            default: break
            }
            guard depth >= 0 else { return nil }
            part.append(character)
        }
        guard depth == 0, !isQuoted else { return nil }
        let last = part.trimmed
        if parts.isEmpty, last.isEmpty { return [] }
        return parts + [last]
    }
}
