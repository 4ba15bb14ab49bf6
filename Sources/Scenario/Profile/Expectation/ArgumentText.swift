import TVSimEntitlementAPI
import TVSimStructuredText

/// One argument of a callback, as the callback's text form shows it.
enum ArgumentText: Sendable, Hashable {
    /// Text without quotes: a word of the SDK, an identifier or a resource.
    case plain(String)
    /// A JSON value.
    case json(JSONValue)

    /// The text form.
    var text: String {
        switch self {
        case .plain(let text): text
        case .json(let value): (try? JSONText.line(value)) ?? "null"
        }
    }

    /// Returns whether a written argument equals this one; JSON is compared by value.
    private func isWritten(as text: String) -> Bool {
        if text == self.text { return true }
        guard case .json(let value) = self else { return false }
        return (try? JSONText.value(text)) == value
    }

    /// Returns whether written arguments match the received ones; `…` matches any one argument.
    ///
    /// A resource that contains a comma is one argument, although it looks like two written ones.
    static func are(_ came: ArraySlice<ArgumentText>, writtenAs written: ArraySlice<String>) -> Bool {
        guard let first = came.first else { return written.isEmpty }
        guard let head = written.first else { return came.allSatisfy { $0 == .plain("") } && came.count == 1 }
        if head == CallbackPattern.any || first.isWritten(as: head) {
            if are(came.dropFirst(), writtenAs: written.dropFirst()) { return true }
        }
        guard case .plain(let text) = first, let parts = CallbackText.split(text[...]), parts.count > 1,
            written.starts(with: parts)
        else { return false }
        return are(came.dropFirst(), writtenAs: written.dropFirst(parts.count))
    }
}
