import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText

extension ReceivedCallback.Name {
    /// The text form of a callback, and the arguments that it can have.
    struct Form: Sendable {
        /// The possible numbers of arguments.
        let count: ClosedRange<Int>
        /// The display of each argument; the last one also applies to all further arguments.
        let shows: [Display]
        /// Whether an argument can be any text, commas and brackets included.
        var hasFreeText = false
        /// The kinds of the first and of the last arguments, as far as they are known.
        var first: [ArgumentKind] = []
        var last: [ArgumentKind] = []

        /// Returns the arguments of known kinds, each with its kind.
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
        /// Shown only if a Safari view controller must show the page.
        case useSVC

        /// Returns the displayed argument; `nil` if it is omitted.
        func shown(_ value: JSONValue) -> ArgumentText? {
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

    /// The kind of an argument in an expected line.
    enum ArgumentKind: Sendable, CustomStringConvertible {
        case flag, text
        case word([String])

        var description: String {
            switch self {
            case .flag: "0 or 1"
            case .text: "a quoted string"
            case .word(let words): "one of \(words.joined(separator: ", "))"
            }
        }

        /// Returns whether an argument of an expected line can be of this kind.
        func canBe(_ argument: String) -> Bool {
            let value = try? JSONText.value(argument)
            switch self {
            case .flag: return value == 0 || value == 1
            case .text: return value?.string != nil || value == .null
            case .word(let words): return words.contains(argument)
            }
        }

        /// Returns the probable correction of a wrong argument; `nil` if none is known.
        func suggestion(for argument: String) -> String? {
            switch self {
            case .flag: return nil
            case .text: return try? JSONText.line(JSONValue.string(argument))
            case .word(let words): return Suggestion.closest(to: argument, among: words)
            }
        }
    }
}
