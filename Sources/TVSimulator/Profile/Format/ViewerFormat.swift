package import EntitlementAPI
package import SimulatedDevice
import SimulationCore

extension ViewerAnswers: DescribedByFields {
    package static var example: ViewerAnswers { ViewerAnswers() }

    static let fields = ObjectFormat<ViewerAnswers>(
        title: "viewer",
        fields: [
            Field(
                "accessPrompt", "The answer to the system's access alert.", Formats.choice(AccessPrompt.self),
                default: "ignore", into: \.accessPrompt),
            Field(
                "systemPicker", "The action in the system's provider picker.", ViewerFormat.systemPicker,
                default: "cancel",
                into: \.systemPicker),
            Field(
                "appPicker", "The action in the app's own provider picker.", ViewerFormat.appPicker, default: "none",
                into: \.appPicker),
            Field("signIn", "The action on a sign-in page.", ViewerFormat.signIn, default: "none", into: \.signIn),
            Field(
                "secondScreen", "The action on a second screen.", ViewerFormat.secondScreen, default: "none",
                into: \.secondScreen),
            Field(
                "automaticSignIn", "The answer to the sheet of Automatic Sign-In.",
                Formats.choice(AutomaticSignInPrompt.self), default: "ignore", into: \.automaticSignIn),
        ])
}

/// The answers that can be more than a word.
private enum ViewerFormat {
    /// A word, a provider of the device, or a row that the app adds.
    static let systemPicker: Format<ViewerAnswers.SystemPicker> = {
        let row = ObjectFormat<PickedAnswer>(
            title: "systemPicker",
            fields: [
                Field(
                    "application", "The row of the app's own that is chosen.", Formats.line, required: true,
                    into: \.choice)
            ])
        guard case .array(let forms)? = chosenProvider.schema["anyOf"] else { return chosenProvider }
        return Format(["anyOf": .array(forms + [.object(row.schema)])]) { (node, notes) throws(ProfileError) in
            guard node.entry("application") != nil else { return try chosenProvider.read(node, notes) }
            var answer = PickedAnswer()
            try row.read(node, into: &answer, notes)
            return .chooseApplicationProvider(answer.choice)
        }
    }()

    private static let chosenProvider = Formats.answer(
        words: ["none": .none, "cancel": .cancel, "other": .other],
        form: "{choose: PROVIDER, as: SUBSCRIBER} or {application: ROW}",
        ObjectFormat<PickedAnswer>(
            title: "systemPicker",
            fields: [
                Field(
                    "choose", "The provider that is chosen.", Formats.line.referring(to: .pickerProvider),
                    required: true,
                    into: \.choice),
                Field("as", "The subscriber who signs in.", Formats.line.orNull) {
                    (name, answer, node, notes) throws(ProfileError) in
                    answer.name = name
                    guard let name else { return }
                    notes.references.append(
                        Reference(kind: .subscriber(provider: answer.choice), name: name, position: node.position))
                },
            ], otherNames: ["application"])
    ) { answer in ViewerAnswers.SystemPicker.choose(provider: answer.choice, as: answer.name) }

    static let appPicker = Formats.answer(
        words: ["none": .none, "cancel": .cancel], form: "{choose: MVPD}",
        ObjectFormat<PickedAnswer>(
            title: "appPicker",
            fields: [
                Field(
                    "choose", "The MVPD that is chosen.", Formats.line.referring(to: .anyMVPD), required: true,
                    into: \.choice)
            ])
    ) { answer in ViewerAnswers.AppPicker.choose(mvpd: answer.choice) }

    static let signIn = Formats.answer(
        words: ["none": .none, "cancel": .cancel], form: "{as: SUBSCRIBER, password: TEXT}",
        ObjectFormat<PickedAnswer>(
            title: "signIn",
            fields: [
                Field(
                    "as", "The subscriber who signs in.", Formats.line.referring(to: .anySubscriber), required: true,
                    into: \.choice),
                Field("password", "What is typed instead of the password.", Formats.text.orNull, into: \.name),
            ])
    ) { answer in ViewerAnswers.SignIn.credentials(as: answer.choice, password: answer.name) }

    static let secondScreen = Formats.answer(
        words: ["none": .none], form: "{as: SUBSCRIBER, after: DURATION}",
        ObjectFormat<PickedAnswer>(
            title: "secondScreen",
            fields: [
                Field(
                    "as", "The subscriber who signs in.", Formats.line.referring(to: .anySubscriber), required: true,
                    into: \.choice),
                Field("after", "How long the person takes.", Formats.duration, default: "0s", into: \.delay),
            ])
    ) { answer in ViewerAnswers.SecondScreen.signIn(as: answer.choice, after: answer.delay) }
}

/// The parts of an answer that is more than a word, before they become one.
private struct PickedAnswer: Sendable {
    var choice = ""
    var name: String?
    var delay = 0.0
}

extension Formats {
    /// A word, or a mapping where the answer needs more than a word.
    fileprivate static func answer<Answer: Sendable>(
        words: KeyValuePairs<String, Answer>, form: String, _ object: ObjectFormat<PickedAnswer>,
        _ make: @escaping @Sendable (PickedAnswer) -> Answer
    ) -> Format<Answer> {
        let names = words.map(\.key)
        let known = words.map { $0 }
        return Format(["anyOf": [["enum": .array(names.map(JSONValue.string))], .object(object.schema)]]) {
            (node, notes) throws(ProfileError) in
            switch node.content {
            case .string(let text):
                guard let word = known.first(where: { $0.key == text }) else {
                    throw ProfileError(
                        .wrongValue, at: node.position,
                        "'\(text)' is not one of \(names.joined(separator: ", ")), nor \(form)",
                        suggestion: Suggestion.closest(to: text, among: names))
                }
                return word.value
            case .mapping:
                var answer = PickedAnswer()
                try object.read(node, into: &answer, notes)
                return make(answer)
            default:
                throw .wrongType(node, expected: "\(names.joined(separator: ", ")) or \(form)")
            }
        }
    }
}

extension ViewerAnswers {
    /// The answers as a profile writes them.
    package var json: [String: JSONValue] {
        var json: [String: JSONValue] = ["accessPrompt": .string(accessPrompt.rawValue)]
        json["systemPicker"] =
            switch systemPicker {
            case .none: "none"
            case .cancel: "cancel"
            case .other: "other"
            case .choose(let provider, let name):
                .object(["choose": .string(provider), "as": name.map(JSONValue.string)].compactMapValues { $0 })
            case .chooseApplicationProvider(let row): ["application": .string(row)]
            }
        json["appPicker"] =
            switch appPicker {
            case .none: "none"
            case .cancel: "cancel"
            case .choose(let mvpd): ["choose": .string(mvpd)]
            }
        json["signIn"] =
            switch signIn {
            case .none: "none"
            case .cancel: "cancel"
            case .credentials(let name, let password):
                .object(["as": .string(name), "password": password.map(JSONValue.string)].compactMapValues { $0 })
            }
        json["secondScreen"] =
            switch secondScreen {
            case .none: "none"
            case .signIn(let name, let after):
                ["as": .string(name), "after": .string(TimeText.format(duration: after))]
            }
        json["automaticSignIn"] = .string(automaticSignIn.rawValue)
        return json
    }
}
