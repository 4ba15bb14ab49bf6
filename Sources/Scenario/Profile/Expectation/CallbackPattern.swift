import AccessEnabler
package import SimulatedWorld
import StructuredText

/// One line of `expect`: a callback in its text form, or `…` for any run of callbacks.
package struct CallbackPattern: Sendable, Hashable {
    /// Every callback's name in its text form.
    static let names = Callback.Name.allCases.map(\.rawValue)
    static let any = "…"

    /// What is wrong with a line.
    package struct Trouble: Error, CustomStringConvertible {
        let reason: String
        var suggestion: String?
        var isUnknownName = false

        package var description: String { CommandError(self).description }
    }

    private enum Form: Sendable, Hashable {
        case anyRun
        case call(Callback.Name, [String])
        /// A text whose quotes or brackets do not match, so that it is compared as a whole.
        case literal(Callback.Name)
    }

    /// The line as it was written.
    package let text: String
    private let form: Form

    /// Whether the line stands for any run of callbacks.
    var isAnyRun: Bool { form == .anyRun }

    /// The callback that the line names; `nil` for `…`.
    var name: Callback.Name? {
        switch form {
        case .anyRun: nil
        case .call(let name, _), .literal(let name): name
        }
    }

    /// Reads a line.
    package init(_ line: String) throws(Trouble) {
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
            throw Trouble(
                reason: "'\(text)' is not a callback: write name(argument, …), or … alone", suggestion: hint)
        }
        guard let name = Callback.Name(rawValue: call.name) else {
            throw Trouble(
                reason: "there is no callback '\(call.name)'",
                suggestion: Suggestion.closest(to: call.name, among: Self.names), isUnknownName: true)
        }
        guard !call.arguments.contains("...") else {
            throw Trouble(reason: "'...' stands for no argument in '\(text)'", suggestion: Self.any)
        }
        if name == .status, let id = call.arguments.first, id != Self.any, !AdvancedStatus.isKnown(id) {
            throw Trouble(
                reason: "there is no advanced status '\(id)'",
                suggestion: Suggestion.closest(to: id, among: AdvancedStatus.knownIDs), isUnknownName: true)
        }
        form = .call(name, call.arguments)
    }

    /// The callback of a text that cannot be taken apart, since it shows a text without quotes; `nil` for other texts.
    private static func literalName(of text: String) -> Callback.Name? {
        guard text.last == ")", !text.contains(any) else { return nil }
        return Callback.Name.allCases.first { $0.form.hasFreeText && text.hasPrefix("\($0.rawValue)(") }
    }

    /// Reads a line that some callback can be: a step or a test that expects another one could never pass.
    ///
    /// - Throws: ``Trouble`` if the line cannot be read, or no callback ever is what it says.
    init(possible line: String) throws(Trouble) {
        try self.init(line)
        guard case .call(let name, let arguments) = form else { return }
        let shape = name.form
        // What looks like one argument too many may be a text with a comma in it.
        let (fewest, most) = (shape.count.lowerBound, shape.count.upperBound)
        guard arguments.count >= fewest, arguments.count <= most || shape.hasFreeText else {
            let right = most == .max ? fewest : most
            throw Trouble(
                reason: "'\(text)' can never come: \(name) has \(most == .max ? "at least " : "")\(right) "
                    + "argument\(right == 1 ? "" : "s"), not \(arguments.count)")
        }
        for (argument, kind) in shape.kinds(of: arguments) where argument != Self.any && !kind.canBe(argument) {
            throw Trouble(
                reason: "'\(text)' can never come: '\(argument)' stands where \(name) has \(kind)",
                suggestion: kind.suggestion(for: argument))
        }
    }

    /// Reads a line of which a test waits for one callback that is what it says.
    ///
    /// - Throws: ``CommandError`` if the line cannot be read, or no callback ever is what it says.
    package init(awaiting line: String) throws(CommandError) {
        do throws(Trouble) {
            try self.init(possible: line)
        } catch {
            throw CommandError(error)
        }
    }

    /// The MVPDs that the line names.
    var mvpds: [String] {
        guard case .call(let name, let arguments) = form, [.displayProviderDialog, .selectedProvider].contains(name)
        else { return [] }
        return arguments.filter { $0 != Self.any && $0 != "nil" }
    }

    /// Whether a callback that a test waits for is what the line says; `sendTrackingData` only where the line names it.
    package func awaits(_ callback: Callback) -> Bool {
        isAnyRun ? callback.name != .sendTrackingData : matches(callback)
    }

    /// Whether a callback is what the line says, argument by argument, or shows itself in the very words of the line.
    ///
    /// `…` stands for exactly one argument. At the end of `sendTrackingData`, whose fields are many and mostly the
    /// device's, it stands for all that follow.
    func matches(_ callback: Callback) -> Bool {
        guard let name else { return true }
        guard name == callback.name else { return false }
        if callback.text == text { return true }
        guard case .call(_, let arguments) = form else { return false }
        var expected = arguments[...]
        var found = callback.shownArguments[...]
        if name == .sendTrackingData, expected.last == Self.any, found.count >= expected.count {
            expected = expected.dropLast()
            found = found.prefix(expected.count)
        }
        return ShownArgument.are(found, writtenAs: expected)
    }

    /// Whether the line has a `…` and another number of arguments than a callback has.
    func countsOtherwise(_ callback: Callback) -> Bool {
        guard case .call(let name, let arguments) = form, name != .sendTrackingData else { return false }
        return arguments.contains(Self.any) && arguments.count != callback.shownArguments.count
    }
}

extension CommandError {
    /// What is wrong with a line.
    init(_ trouble: CallbackPattern.Trouble) {
        self.init(.malformed, trouble.reason, suggestion: trouble.suggestion)
    }
}
