import EntitlementAPI
import StructuredText

/// One argument of a callback, as the callback's text form shows it.
enum ShownArgument: Sendable, Hashable {
    /// As it is, without quotes: a word of the SDK, an id, a resource.
    case plain(String)
    /// As JSON.
    case json(JSONValue)

    /// The text form.
    var text: String {
        switch self {
        case .plain(let text): text
        case .json(let value): (try? JSONText.line(value)) ?? "null"
        }
    }

    /// Whether a written argument is this one; JSON is compared as JSON.
    private func isWritten(as text: String) -> Bool {
        if text == self.text { return true }
        guard case .json(let value) = self else { return false }
        return (try? JSONText.value(text)) == value
    }

    /// Whether written arguments are those that came; `…` stands for any one.
    ///
    /// A resource with a comma in it looks like two written arguments, and is one.
    static func are(_ came: ArraySlice<ShownArgument>, writtenAs written: ArraySlice<String>) -> Bool {
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
