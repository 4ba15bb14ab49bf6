import EntitlementAPI
import StructuredText

extension Callback.Name {
    /// How a callback is written in its text form, and which arguments it can have.
    struct Form: Sendable {
        /// How many arguments there can be.
        let count: ClosedRange<Int>
        /// How each argument is shown; the last way holds for all that follow.
        let shows: [Display]
        /// Whether an argument can be any text, commas and brackets included.
        var hasFreeText = false
        /// What the first and the last arguments are, as far as it is known.
        var first: [ArgumentKind] = []
        var last: [ArgumentKind] = []

        /// The known kinds, beside the arguments that must be of them.
        func kinds(of arguments: [String]) -> [(String, ArgumentKind)] {
            Array(zip(arguments, first)) + Array(zip(arguments.suffix(last.count), last))
        }
    }

    /// The callback's row in the table of text forms.
    var form: Form {
        switch self {
        case .setRequestorComplete: Form(count: 1...1, shows: [.json], first: [.flag])
        case .setAuthenticationStatus: Form(count: 2...2, shows: [.json], first: [.flag, .text])
        case .status: Form(count: 1...1, shows: [.statusCode])
        case .presentTvProviderDialog, .dismissTvProviderDialog: Form(count: 0...0, shows: [.plain])
        case .displayProviderDialog, .preauthorizedResources:
            Form(count: 0...Int.max, shows: [.plain], hasFreeText: true)
        case .navigateToUrl: Form(count: 1...2, shows: [.plain, .useSVC], hasFreeText: true)
        case .setToken, .selectedProvider: Form(count: 1...1, shows: [.plain], hasFreeText: true)
        case .tokenRequestFailed:
            Form(count: 3...3, shows: [.plain, .json], hasFreeText: true, last: [.text, .text])
        case .setMetadataStatus: Form(count: 2...2, shows: [.plain, .jsonOrNil], hasFreeText: true)
        case .sendTrackingData:
            Form(
                count: 1...Int.max, shows: [.plain, .json],
                first: [.word(["authentication", "authorization", "mvpdSelection"])])
        }
    }

    /// How the text form shows an argument.
    enum Display: Sendable {
        case plain, json, jsonOrNil
        /// The code of an advanced status's dictionary.
        case statusCode
        /// Written only where a Safari view controller is to show the page.
        case useSVC

        /// The argument as it is shown; `nil` if it is left out.
        func shown(_ value: JSONValue) -> ShownArgument? {
            switch self {
            case .plain: return .plain(value.string ?? "nil")
            case .json: return .json(value)
            case .jsonOrNil: return value == .null ? .plain("nil") : .json(value)
            case .useSVC: return value == true ? .plain("useSVC: true") : nil
            case .statusCode:
                guard case .object(let status) = value else { return .plain("?") }
                return .plain(status["errorId"]?.string ?? "?")
            }
        }
    }

    /// What one argument of a written callback must be.
    enum ArgumentKind: Sendable, CustomStringConvertible {
        case flag, text
        case word([String])

        var description: String {
            switch self {
            case .flag: "0 or 1"
            case .text: "a text in quotes"
            case .word(let words): "one of \(words.joined(separator: ", "))"
            }
        }

        /// Whether a written argument can be of this kind.
        func canBe(_ argument: String) -> Bool {
            let value = try? JSONText.value(argument)
            switch self {
            case .flag: return value == 0 || value == 1
            case .text: return value?.string != nil || value == .null
            case .word(let words): return words.contains(argument)
            }
        }

        /// What may have been meant.
        func suggestion(for argument: String) -> String? {
            switch self {
            case .flag: return nil
            case .text: return try? JSONText.line(JSONValue.string(argument))
            case .word(let words): return Suggestion.closest(to: argument, among: words)
            }
        }
    }
}
