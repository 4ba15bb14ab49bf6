import TVSimSDKVocabulary
package import TVSimStructuredText

/// One line of `expect`: a callback in its text form, or `…` for any number of callbacks.
package struct CallbackPattern: Sendable, Hashable {
    /// The names of all callbacks in their text form.
    static let names = ReceivedCallback.Name.allCases.map(\.rawValue)
    static let any = "…"

    /// An error in a line.
    package struct Invalid: Error, CustomStringConvertible {
        let reason: String
        var suggestion: String?
        var isUnknownName = false

        package var description: String { CommandError(self).description }
    }

    private enum Form: Sendable, Hashable {
        case anyRun
        case call(ReceivedCallback.Name, [String])
        /// A text with unbalanced quotes or brackets, which is compared as a whole.
        case literal(ReceivedCallback.Name)
    }

    /// The line without surrounding white space.
    package let text: String
    private let form: Form

    /// Whether the line matches any number of callbacks.
    package var isAnyRun: Bool { form == .anyRun }

    /// The callback that the line names; `nil` for `…`.
    package var name: ReceivedCallback.Name? {
        switch form {
        case .anyRun: nil
        case .call(let name, _), .literal(let name): name
        }
    }

    /// Parses a line.
    ///
    /// - Throws: ``Invalid`` if the line is malformed, or its callback or status is unknown.
    package init(_ line: String) throws(Invalid) {
        text = line.trimmed
        if text == Self.any {
            form = .anyRun
            return
        }
        guard let call = CallbackText(text) else {
            if let name = Self.literalName(of: text) {
                form = .literal(name)
                return
            }
            let hint = text == "..." ? Self.any : nil
            throw Invalid(
                reason: "invalid callback '\(text)': expected 'name(argument, …)' or '…'", suggestion: hint)
        }
        guard let name = ReceivedCallback.Name(rawValue: call.name) else {
            throw Invalid(
                reason: "unknown callback '\(call.name)'",
                suggestion: Suggestion.closest(to: call.name, among: Self.names), isUnknownName: true)
        }
        guard !call.arguments.contains("...") else {
            throw Invalid(reason: "invalid placeholder '...' in '\(text)'", suggestion: Self.any)
        }
        if name == .status, let id = call.arguments.first, id != Self.any, !AdvancedStatus.isKnown(id) {
            throw Invalid(
                reason: "unknown advanced status '\(id)'",
                suggestion: Suggestion.closest(to: id, among: AdvancedStatus.knownIDs), isUnknownName: true)
        }
        form = .call(name, call.arguments)
    }

    /// Returns the callback of a text that cannot be parsed because it contains unquoted text; `nil` for other texts.
    private static func literalName(of text: String) -> ReceivedCallback.Name? {
        guard text.last == ")", !text.contains(any) else { return nil }
        return ReceivedCallback.Name.allCases.first { $0.form.hasFreeText && text.hasPrefix("\($0.rawValue)(") }
    }

    /// Parses a line, and rejects it if no callback can match it, because such an expectation would always fail.
    ///
    /// - Throws: ``Invalid`` if the line is malformed, or no callback can match it.
    package init(possible line: String) throws(Invalid) {
        try self.init(line)
        guard case .call(let name, let arguments) = form else { return }
        let shape = name.form
        // Arguments in excess of the maximum may be one text that contains commas.
        let (fewest, most) = (shape.count.lowerBound, shape.count.upperBound)
        guard arguments.count >= fewest, arguments.count <= most || shape.hasFreeText else {
            let right = most == .max ? fewest : most
            throw Invalid(
                reason: "no callback matches '\(text)': \(name) has \(most == .max ? "at least " : "")\(right) "
                    + "argument\(right == 1 ? "" : "s"), found \(arguments.count)")
        }
        for (argument, kind) in shape.kinds(of: arguments) where argument != Self.any && !kind.canBe(argument) {
            throw Invalid(
                reason: "no callback matches '\(text)': expected \(kind), found '\(argument)'",
                suggestion: kind.suggestion(for: argument))
        }
    }

    /// Parses the line with which a test waits for one callback.
    ///
    /// - Throws: ``CommandError`` if the line is malformed, or no callback can match it.
    package init(awaiting line: String) throws(CommandError) {
        do throws(Invalid) {
            try self.init(possible: line)
        } catch {
            throw CommandError(error)
        }
    }

    /// The identifiers of the MVPDs in the line.
    var mvpds: [String] {
        guard case .call(let name, let arguments) = form, [.displayProviderDialog, .selectedProvider].contains(name)
        else { return [] }
        return arguments.filter { $0 != Self.any && $0 != "nil" }
    }

    /// Returns whether a callback ends a test's wait; `sendTrackingData` does so only if the line names it.
    package func awaits(_ callback: ReceivedCallback) -> Bool {
        isAnyRun ? callback.name != .sendTrackingData : matches(callback)
    }

    /// Returns whether a callback matches the line argument by argument, or has exactly the text of the line.
    ///
    /// `…` matches exactly one argument. At the end of `sendTrackingData` it matches all remaining arguments, because
    /// most of its many fields describe the device.
    func matches(_ callback: ReceivedCallback) -> Bool {
        guard let name else { return true }
        guard name == callback.name else { return false }
        if callback.text == text { return true }
        guard case .call(_, let arguments) = form else { return false }
        var found = callback.shownArguments[...]
        if name == .sendTrackingData, arguments.last == Self.any { found = found.prefix(arguments.count) }
        return ArgumentText.are(found, writtenAs: arguments[...])
    }

    /// Returns whether the line contains `…` as an argument and has a different number of arguments than a callback.
    package func hasDifferentArgumentCount(from callback: ReceivedCallback) -> Bool {
        guard case .call(let name, let arguments) = form, name != .sendTrackingData else { return false }
        return arguments.contains(Self.any) && arguments.count != callback.shownArguments.count
    }
}

extension CommandError {
    /// Converts an error in a line.
    init(_ trouble: CallbackPattern.Invalid) {
        self.init(.malformed, trouble.reason, suggestion: trouble.suggestion)
    }
}
