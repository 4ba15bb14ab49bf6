import EntitlementAPI
import StructuredText

/// What callbacks are like in their text form: a test that waits for one that can never come would wait for ever, and a
/// profile that expects one could never pass.
extension CallbackPattern {
    /// Reads a line of which a test waits for one callback that is what it says.
    ///
    /// - Throws: ``CommandError`` when it cannot be read, or no callback ever is what it says.
    package init(awaiting line: String) throws(CommandError) {
        do throws(Trouble) {
            try self.init(possible: line)
        } catch {
            throw CommandError(error)
        }
    }

    /// Reads a line that some callback can be.
    ///
    /// - Throws: ``Trouble`` when it cannot be read, or no callback ever is what it says.
    init(possible line: String) throws(Trouble) {
        try self.init(line)
        guard let call, !isLiteral, let shape = Self.shapes[call.name] else { return }
        let count = call.arguments.count
        // What looks like one argument too many may be a text with a comma in it.
        let (fewest, most) = (shape.count.lowerBound, shape.count.upperBound)
        guard count >= fewest, count <= most || shape.hasFreeText else {
            let right = most == .max ? fewest : most
            throw Trouble(
                reason: "'\(text)' can never come: \(call.name) has \(most == .max ? "at least " : "")\(right) "
                    + "argument\(right == 1 ? "" : "s"), not \(count)")
        }
        for (argument, kind) in shape.kinds(of: call.arguments) where argument != Self.any {
            guard !kind.canBe(argument) else { continue }
            throw Trouble(
                reason: "'\(text)' can never come: '\(argument)' stands where \(call.name) has \(kind.description)",
                suggestion: kind.suggestion(for: argument))
        }
    }

    /// What a callback is like; those that are not named here have any number of arguments of any kind.
    private static let shapes = [
        "setRequestorComplete": Shape(1...1, first: [.flag]),
        "setAuthenticationStatus": Shape(2...2, first: [.flag, .text]),
        "status": Shape(1...1),
        "presentTvProviderDialog": Shape(0...0),
        "dismissTvProviderDialog": Shape(0...0),
        "navigateToUrl": Shape(1...2, hasFreeText: true),
        "setToken": Shape(1...1, hasFreeText: true),
        "tokenRequestFailed": Shape(3...3, hasFreeText: true, last: [.text, .text]),
        "selectedProvider": Shape(1...1, hasFreeText: true),
        "setMetadataStatus": Shape(2...2, hasFreeText: true),
        "sendTrackingData": Shape(
            1...Int.max, first: [.word(["authentication", "authorization", "mvpdSelection"])]),
    ]

    private struct Shape: Sendable {
        let count: ClosedRange<Int>
        /// Whether anything may stand in one of the arguments, commas too.
        let hasFreeText: Bool
        /// What the first and the last arguments are, as far as it is known.
        let first, last: [Kind]

        init(_ count: ClosedRange<Int>, hasFreeText: Bool = false, first: [Kind] = [], last: [Kind] = []) {
            self.count = count
            self.hasFreeText = hasFreeText
            self.first = first
            self.last = last
        }

        func kinds(of arguments: [String]) -> [(String, Kind)] {
            Array(zip(arguments, first)) + Array(zip(arguments.suffix(last.count), last))
        }
    }

    /// What one argument is.
    private enum Kind: Sendable {
        case flag, text
        case word([String])

        var description: String {
            switch self {
            case .flag: "0 or 1"
            case .text: "a text in quotes"
            case .word(let words): "one of \(words.joined(separator: ", "))"
            }
        }

        func canBe(_ argument: String) -> Bool {
            let value = try? JSONText.value(argument)
            switch self {
            case .flag: return value == 0 || value == 1
            case .text: return value?.string != nil || value == .null
            case .word(let words): return words.contains(argument)
            }
        }

        func suggestion(for argument: String) -> String? {
            switch self {
            case .flag: return nil
            case .text: return try? JSONText.line(JSONValue.string(argument))
            case .word(let words): return Suggestion.closest(to: argument, among: words)
            }
        }
    }
}

extension CommandError {
    /// What is wrong with a line.
    init(_ trouble: CallbackPattern.Trouble) {
        self.init(.malformed, trouble.reason, suggestion: trouble.suggestion)
    }
}
