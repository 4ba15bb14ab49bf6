import AccessEnabler
import StructuredText

/// One line of `expect`: a callback in its text form, or `…` for any run of callbacks.
package struct CallbackPattern: Sendable, Hashable {
    /// Every callback's name in its text form.
    package static let names = [
        "setRequestorComplete", "setAuthenticationStatus", "status", "presentTvProviderDialog",
        "dismissTvProviderDialog", "displayProviderDialog", "navigateToUrl", "setToken", "tokenRequestFailed",
        "selectedProvider", "setMetadataStatus", "preauthorizedResources", "sendTrackingData",
    ]

    static let tracking = "sendTrackingData"
    static let any = "…"

    /// What is wrong with a line.
    struct Trouble: Error {
        let reason: String
        var suggestion: String?
        var isUnknownName = false
    }

    /// The line as it was written.
    package let text: String
    /// The name and arguments; `nil` for `…`.
    let call: CallbackText?
    /// Whether the line cannot be taken apart, and is compared as a whole.
    let isLiteral: Bool

    /// Whether the line stands for any run of callbacks.
    var isAnyRun: Bool { call == nil }

    init(_ line: String) throws(Trouble) {
        text = line.trimmed
        if text == Self.any {
            call = nil
            isLiteral = false
            return
        }
        if let literal = CallbackText(literally: text) {
            call = literal
            isLiteral = true
            return
        }
        isLiteral = false
        guard let call = CallbackText(text) else {
            let hint = text == "..." ? Self.any : nil
            throw Trouble(
                reason: "'\(text)' is not a callback: write name(argument, …), or … alone", suggestion: hint)
        }
        guard Self.names.contains(call.name) else {
            throw Trouble(
                reason: "there is no callback '\(call.name)'",
                suggestion: Suggestion.closest(to: call.name, among: Self.names), isUnknownName: true)
        }
        guard !call.arguments.contains("...") else {
            throw Trouble(reason: "'...' stands for no argument in '\(text)'", suggestion: Self.any)
        }
        if call.name == "status", let id = call.arguments.first, id != Self.any, !AdvancedStatus.isKnown(id) {
            throw Trouble(
                reason: "there is no advanced status '\(id)'",
                suggestion: Suggestion.closest(to: id, among: AdvancedStatus.knownIDs), isUnknownName: true)
        }
        self.call = call
    }

    /// The MVPDs that the line names.
    var mvpds: [String] {
        guard let call, ["displayProviderDialog", "selectedProvider"].contains(call.name) else { return [] }
        return call.arguments.filter { $0 != Self.any && $0 != "nil" }
    }

    /// Whether a callback for which somebody waits is what the line says; `sendTrackingData` only where the line names it.
    package func awaits(_ callback: CallbackReport) -> Bool {
        isAnyRun ? callback.name != Self.tracking : matches(callback)
    }

    /// Whether a callback is what the line says, argument by argument, or shows itself in the very words of the line.
    ///
    /// `…` stands for exactly one argument. At the end of `sendTrackingData`, whose fields are many and mostly the
    /// device's, it stands for all that follow.
    func matches(_ callback: CallbackReport) -> Bool {
        guard let call else { return true }
        guard call.name == callback.name else { return false }
        if callback.text == text { return true }
        guard !isLiteral else { return false }
        var expected = call.arguments[...]
        var found = callback.shownArguments[...]
        if call.name == Self.tracking, expected.last == Self.any, found.count >= expected.count {
            expected = expected.dropLast()
            found = found.prefix(expected.count)
        }
        return ShownArgument.are(found, writtenAs: expected)
    }

    /// Whether the line has a `…` and another number of arguments than a callback has.
    func countsOtherwise(_ callback: CallbackReport) -> Bool {
        guard let call, call.name != Self.tracking else { return false }
        return call.arguments.contains(Self.any) && call.arguments.count != callback.shownArguments.count
    }
}

/// A written callback, taken apart: `name` or `name(argument, argument)`.
struct CallbackText: Sendable, Hashable {
    let name: String
    let arguments: [String]

    /// Takes a text apart; `nil` when it has another form.
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

    /// The callbacks that show a text of somebody else's without quotes, which may have any signs.
    private static let namesWithFreeText = [
        "displayProviderDialog", "navigateToUrl", "setToken", "tokenRequestFailed", "selectedProvider",
        "setMetadataStatus", "preauthorizedResources",
    ]

    /// Takes a text as it stands, without arguments, whose brackets or quotes do not match; `nil` when it has another form.
    init?(literally text: String) {
        guard let name = Self.namesWithFreeText.first(where: { text.hasPrefix("\($0)(") }), text.last == ")",
            !text.contains(CallbackPattern.any), Self(text) == nil
        else { return nil }
        self.name = name
        arguments = []
    }

    /// Splits at the commas that stand in no quotes and no brackets; `nil` when one of them is not closed.
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
