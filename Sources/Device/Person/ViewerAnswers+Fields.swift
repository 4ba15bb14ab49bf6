package import TVSimStructuredText

extension ViewerAnswers: TableDescribed {
    package static let fields = ObjectFormat<ViewerAnswers>(
        title: "viewer", defaults: ViewerAnswers(),
        fields: [
            Field(
                "accessPrompt", "The answer to the system's access prompt.", Formats.choice(Prompt.self),
                into: \.accessPrompt),
            Field(
                "systemPicker", "The action in the system's provider picker.", ViewerFormat.systemPicker,
                into: \.systemPicker),
            Field(
                "appPicker", "The action in the app's own provider picker.", ViewerFormat.appPicker,
                into: \.appPicker),
            Field("signIn", "The action on a sign-in page.", ViewerFormat.signIn, into: \.signIn),
            Field(
                "secondScreen", "The action on a second screen.", ViewerFormat.secondScreen,
                into: \.secondScreen),
            Field(
                "automaticSignIn", "The answer to the sheet of Automatic Sign-In.",
                Formats.choice(Prompt.self), into: \.automaticSignIn),
        ])
}

/// The formats of answers that can be a mapping.
private enum ViewerFormat {
    static let systemPicker: Format<ViewerAnswers.SystemPicker> = {
        let row = ObjectFormat<PickedAnswer>(
            title: "systemPicker", defaults: PickedAnswer(),
            fields: [
                Field(
                    "application", "The app's own row that the user chooses.", Formats.line, required: true,
                    into: \.choice)
            ])
        guard case .array(let forms)? = chosenProvider.schema["anyOf"] else { return chosenProvider }
        return Format(
            ["anyOf": .array(forms + [.object(row.schema)])],
            write: { answer in
                guard case .chooseApplicationProvider(let choice) = answer else { return chosenProvider.write(answer) }
                return row.write(PickedAnswer(choice: choice))
            }
        ) { (cursor, notes) throws(SourceError) in
            guard cursor["application"] != nil else { return try chosenProvider.read(cursor, notes) }
            var answer = PickedAnswer()
            try row.read(cursor, into: &answer, notes)
            return .chooseApplicationProvider(answer.choice)
        }
    }()

    private static let chosenProvider = Formats.answer(
        words: ["none": .none, "cancel": .cancel, "other": .other],
        form: "{choose: PROVIDER, as: SUBSCRIBER} or {application: ROW}",
        ObjectFormat<PickedAnswer>(
            title: "systemPicker", defaults: PickedAnswer(),
            fields: [
                Field(
                    "choose", "The provider that the user chooses.", Formats.line.referring(to: .pickerProvider),
                    required: true, into: \.choice),
                Field(
                    "as", "The subscriber who signs in.", Formats.line.orNull, from: { $0.name.map(Optional.some) }
                ) { (name, answer, cursor, notes) throws(SourceError) in
                    answer.name = name
                    guard let name else { return }
                    notes.references.append(
                        Reference(kind: .subscriber(provider: answer.choice), name: name, path: cursor.path))
                },
            ], suggestedKeys: ["application"]),
        parts: { answer in
            guard case .choose(let provider, let name) = answer else { return nil }
            return PickedAnswer(choice: provider, name: name)
        }
    ) { answer in ViewerAnswers.SystemPicker.choose(provider: answer.choice, as: answer.name) }

    static let appPicker = Formats.answer(
        words: ["none": .none, "cancel": .cancel], form: "{choose: MVPD}",
        ObjectFormat<PickedAnswer>(
            title: "appPicker", defaults: PickedAnswer(),
            fields: [
                Field(
                    "choose", "The MVPD that the user chooses.", Formats.line.referring(to: .anyMVPD), required: true,
                    into: \.choice)
            ]),
        parts: { answer in
            guard case .choose(let mvpd) = answer else { return nil }
            return PickedAnswer(choice: mvpd)
        }
    ) { answer in ViewerAnswers.AppPicker.choose(mvpd: answer.choice) }

    static let signIn = Formats.answer(
        words: ["none": .none, "cancel": .cancel], form: "{as: SUBSCRIBER, password: TEXT}",
        ObjectFormat<ViewerAnswers.Credentials>(
            title: "signIn", defaults: ViewerAnswers.Credentials(name: ""),
            fields: [
                Field(
                    "as", "The subscriber who signs in.", Formats.line.referring(to: .anySubscriber), required: true,
                    into: \.name),
                entered(
                    "password", "The text that the user enters instead of the password.", Formats.text, \.password),
                entered("code", "The text that the user enters instead of the code.", Formats.text, \.code),
                entered("account", "The account that the user chooses. Default: the first.", Formats.line, \.account),
                Field(
                    "consent", "Whether the user allows the app to use the subscription.",
                    Formats.boolean, unless: true, into: \.consents),
            ]),
        parts: { answer in
            guard case .credentials(let credentials) = answer else { return nil }
            return credentials
        }
    ) { ViewerAnswers.SignIn.credentials($0) }

    /// Returns the field of an answer that is the right one if it is not given.
    private static func entered(
        _ name: String, _ summary: String, _ format: Format<String>,
        _ path: any WritableKeyPath<ViewerAnswers.Credentials, String?> & Sendable
    ) -> Field<ViewerAnswers.Credentials> {
        Field(name, summary, format.orNull, from: { $0[keyPath: path].map(Optional.some) }) {
            (text, answer, _, _) throws(SourceError) in answer[keyPath: path] = text
        }
    }

    static let secondScreen = Formats.answer(
        words: ["none": .none], form: "{as: SUBSCRIBER, after: DURATION}",
        ObjectFormat<PickedAnswer>(
            title: "secondScreen", defaults: PickedAnswer(),
            fields: [
                Field(
                    "as", "The subscriber who signs in.", Formats.line.referring(to: .anySubscriber), required: true,
                    into: \.choice),
                Field("after", "The time until the user signs in.", Formats.duration, into: \.delay),
            ]),
        parts: { answer in
            guard case .signIn(let name, let delay) = answer else { return nil }
            return PickedAnswer(choice: name, delay: delay)
        }
    ) { answer in ViewerAnswers.SecondScreen.signIn(as: answer.choice, after: answer.delay) }
}

/// The keys of an answer that is a mapping.
private struct PickedAnswer: Sendable {
    var choice = ""
    var name: String?
    var delay = 0.0
}

extension Formats {
    /// Returns the format of an answer that is a word or a mapping.
    fileprivate static func answer<Answer: Sendable & Equatable, Parts: Sendable>(
        words: KeyValuePairs<String, Answer>, form: String, _ object: ObjectFormat<Parts>,
        parts: @escaping @Sendable (Answer) -> Parts?, _ make: @escaping @Sendable (Parts) -> Answer
    ) -> Format<Answer> {
        let known = words.map { (key: $0.key, value: $0.value) }
        let names = known.map(\.key)
        return Format(
            ["anyOf": [["enum": .array(names.map(JSONValue.string))], .object(object.schema)]],
            write: { answer in
                if let parts = parts(answer) { return object.write(parts) }
                return .string(known.first { $0.value == answer }?.key ?? "")
            }
        ) { (cursor, notes) throws(SourceError) in
            switch cursor.value {
            case .string(let text):
                guard let word = known.first(where: { $0.key == text }) else {
                    throw SourceError(
                        .wrongValue, at: cursor.path,
                        "'\(text)' is not one of \(names.joined(separator: ", ")) or \(form)",
                        suggestion: Suggestion.closest(to: text, among: names))
                }
                return word.value
            case .object:
                var answer = object.defaults
                try object.read(cursor, into: &answer, notes)
                return make(answer)
            default:
                throw .wrongType(cursor, expected: "\(names.joined(separator: ", ")) or \(form)")
            }
        }
    }
}
