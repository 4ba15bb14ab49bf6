package import TVSimStructuredText

/// The arguments of a call or a command in the journal, without secrets.
package struct JournalArguments: Codable, Hashable, Sendable {
    /// The arguments; `nil` if they are too long for the journal, or if there are none.
    package let value: JSONValue?
    /// The beginning of arguments that are too long; `nil` for others.
    package let beginning: JournalText?

    /// Creates arguments from their notation in a profile; `null` is none.
    ///
    /// - Parameters:
    ///   - notation: The arguments.
    ///   - judgesNames: Whether the value of a secret name is a secret. The `authorization` of a `getMetadata` is none.
    package init(_ notation: JSONValue, redactsNames judgesNames: Bool = true) {
        let safe = Redaction.redact(notation, byName: judgesNames)
        let text = (try? JSONText.line(safe)) ?? ""
        let isKept = text.utf8.count <= JournalText.longest
        // A literal `nil` could mean the JSON value `null`.
        value = isKept && safe != .null ? safe : Optional.none
        beginning = isKept ? nil : JournalText(text)
    }

    /// The arguments as JSON on one line; `nil` if there are none.
    package var text: String? { beginning?.kept ?? value.map { (try? JSONText.line($0)) ?? "" } }

    /// Whether the arguments had a secret, which the journal does not keep.
    package var hadSecret: Bool { text.map(Redaction.hasPseudonym) ?? false }
}
