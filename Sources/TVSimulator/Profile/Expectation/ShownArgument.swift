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
    /// Who writes a resource with a comma in it writes what looks like two arguments, and means one.
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

extension CallbackReport {
    /// The arguments, as the text form shows them.
    var shownArguments: [ShownArgument] {
        switch name {
        case "setRequestorComplete", "setAuthenticationStatus": arguments.map(ShownArgument.json)
        case "status": arguments.map { .plain($0.errorIdentifier) }
        case "tokenRequestFailed", "sendTrackingData":
            arguments.prefix(1).map(Self.plain) + arguments.dropFirst().map(ShownArgument.json)
        case "setMetadataStatus":
            arguments.prefix(1).map(Self.plain) + arguments.dropFirst().map { $0 == .null ? .plain("nil") : .json($0) }
        case "navigateToUrl":
            arguments.prefix(1).map(Self.plain) + (arguments.last == true ? [.plain("useSVC: true")] : [])
        default: arguments.map(Self.plain)
        }
    }

    /// The text form of the callback.
    static func text(_ name: String, _ arguments: [ShownArgument]) -> String {
        guard !["presentTvProviderDialog", "dismissTvProviderDialog"].contains(name) else { return name }
        return "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
    }

    private static func plain(_ value: JSONValue) -> ShownArgument {
        .plain(value.string ?? "nil")
    }
}

extension JSONValue {
    /// The code of an advanced status.
    fileprivate var errorIdentifier: String {
        guard case .object(let status) = self, case .string(let code)? = status["errorId"] else { return "?" }
        return code
    }
}
