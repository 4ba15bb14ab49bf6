/// Free text in a decision, without secrets and with a limited length.
///
/// Some texts come from outside, such as the user name on a sign-in page, and the journal keeps thousands of decisions.
package struct JournalText: Hashable, Sendable {
    /// The maximum length in UTF-8 bytes; a longer text is truncated.
    package static let longest = 1024

    /// The text as the journal keeps it.
    package let kept: String

    /// Redacts a text, and then truncates it, because the beginning of a secret might not be recognized.
    package init(_ text: String) { kept = Self.beginning(of: Redaction.redact(text)) }

    /// Redacts and truncates the value of a detail, whose name may say that it is a secret.
    package init(_ value: String, named name: String) {
        kept = Self.beginning(of: Redaction.redact([name: value])[name] ?? "")
    }

    static func beginning(of text: String) -> String {
        guard text.utf8.count > longest else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: longest)] + "…"
    }
}

extension JournalText: ExpressibleByStringInterpolation, CustomStringConvertible {
    package init(stringLiteral text: String) { self.init(text) }

    package var description: String { kept }
}

extension JournalText: Codable {
    package init(from decoder: any Decoder) throws {
        kept = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(kept)
    }
}
