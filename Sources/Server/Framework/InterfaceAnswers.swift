import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText

/// The interface that a device presents; null if none is presented.
struct InterfaceAnswer: Codable {
    @Nullable var interface: PageAnswer?

    init(_ page: InterfacePage?) {
        _interface = Nullable(wrappedValue: page.map(PageAnswer.init))
    }
}

/// One page of the interface.
enum PageAnswer: Codable {
    case prompt(Prompt)
    case automaticSignIn(AutomaticSignInSheet)
    case picker(Picker)
    case signIn(SignIn)

    /// A page whose members are shown with its name.
    struct Prompt: Codable, Shaped {
        let page: String
        let title: String
        let bundleID: String
        static let shapes = [Shape(of: Self.self, ["page": Schema.constant("prompt")])]
    }

    /// The sheet of Automatic Sign-In.
    struct AutomaticSignInSheet: Codable, Shaped {
        let page: String
        let title: String
        let bundleID: String
        static let shapes = [Shape(of: Self.self, ["page": Schema.constant("automaticSignIn")])]
    }

    /// Apple's picker.
    struct Picker: Codable, Shaped {
        let page: String
        let title: String
        @Nullable var videoTitle: String?
        let featured: [Row]
        let providers: [Row]
        let applicationProviders: [Row]
        let otherTitle: String
        static let shapes = [Shape(of: Self.self, ["page": Schema.constant("picker")])]
    }

    /// The sign-in page of a provider.
    struct SignIn: Codable, Shaped {
        let page: String
        let title: String
        @Nullable var videoTitle: String?
        let provider: Row
        let failedAttempts: Int
        static let shapes = [
            Shape(of: Self.self, ["page": Schema.constant("signIn"), "failedAttempts": ["minimum": 0]])
        ]
    }

    /// A provider that can be chosen.
    struct Row: Codable {
        let identifier: String
        let displayName: String

        init(_ row: ProviderPicker.Row) { (identifier, displayName) = (row.identifier, row.displayName) }
    }

    init(_ page: InterfacePage) {
        switch page {
        case .prompt(let prompt):
            switch prompt.question {
            case .access:
                self = .prompt(Prompt(page: "prompt", title: prompt.title, bundleID: prompt.bundleID))
            case .automaticSignIn:
                self = .automaticSignIn(
                    AutomaticSignInSheet(page: "automaticSignIn", title: prompt.title, bundleID: prompt.bundleID))
            }
        case .picker(let picker):
            self = .picker(
                Picker(
                    page: "picker", title: ProviderPicker.title, videoTitle: picker.videoTitle,
                    featured: picker.featured.map(Row.init), providers: picker.providers.map(Row.init),
                    applicationProviders: picker.applicationProviders.map(Row.init),
                    otherTitle: ProviderPicker.otherTitle))
        case .signIn(let page):
            self = .signIn(
                SignIn(
                    page: "signIn", title: page.provider.displayName, videoTitle: page.videoTitle,
                    provider: Row(page.provider), failedAttempts: page.failedAttempts))
        }
    }

    init(from decoder: any Decoder) throws {
        let page = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .page)
        switch page {
        case "prompt": self = .prompt(try Prompt(from: decoder))
        case "automaticSignIn": self = .automaticSignIn(try AutomaticSignInSheet(from: decoder))
        case "picker": self = .picker(try Picker(from: decoder))
        default: self = .signIn(try SignIn(from: decoder))
        }
    }

    private enum Key: CodingKey { case page }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .prompt(let page): try page.encode(to: encoder)
        case .automaticSignIn(let page): try page.encode(to: encoder)
        case .picker(let page): try page.encode(to: encoder)
        case .signIn(let page): try page.encode(to: encoder)
        }
    }
}

extension PageAnswer: SchemaValue {
    static func schema(by reader: SchemaReader) -> JSONValue {
        [
            "anyOf": [
                reader.schema(of: Prompt.self), reader.schema(of: AutomaticSignInSheet.self),
                reader.schema(of: Picker.self), reader.schema(of: SignIn.self),
            ]
        ]
    }
    static let sample = PageAnswer.prompt(Prompt(page: "prompt", title: "", bundleID: ""))
}

/// Reads what the user does with the interface.
enum InterfaceActions {
    /// Reads an action: a word, or an object with one key.
    static let action = Format<PersonAction>(
        [
            "anyOf": .array(
                [["enum": .array(words.map { .string($0.name) })]]
                    + words.map { form($0.name, ["type": "null"]) }
                    + [form("choose", .object(Formats.text.schema)), form("signIn", .object(SignIn.fields.schema))])
        ], write: { _ in .null }
    ) { (cursor, notes) throws(SourceError) in
        let names = words.map(\.name) + ["choose", "signIn"]
        switch cursor.value {
        case .string(let name):
            guard let word = words.first(where: { $0.name == name }) else {
                throw Formats.unknown(name, among: names, at: cursor.path)
            }
            return word.action
        case .object(let members) where members.count == 1:
            let entry = cursor.entry(at: 0)
            switch entry.key {
            case "choose": return .choose(try Formats.text.read(entry.value, notes))
            case "signIn":
                var signIn = SignIn()
                try SignIn.fields.read(entry.value, into: &signIn, notes)
                return .signIn(as: signIn.name, password: signIn.password)
            default:
                guard let word = words.first(where: { $0.name == entry.key }) else {
                    throw Formats.unknown(entry.key, among: names, at: entry.path)
                }
                guard entry.value.value == .null else {
                    throw SourceError(.wrongType, at: entry.value.path, "'\(entry.key)' takes no value but null")
                }
                return word.action
            }
        default:
            throw .wrongType(cursor, expected: "one action, such as \"cancel\" or {\"choose\": \"Dish\"}")
        }
    }

    private static let words: [(name: String, action: PersonAction)] = [
        ("other", .other), ("cancel", .cancel), ("loseNetwork", .loseNetwork), ("allow", .allow), ("deny", .deny),
    ]

    private static func form(_ name: String, _ schema: JSONValue) -> JSONValue {
        AdminRoutes.object([name: schema])
    }

    /// What the user types on a sign-in page.
    private struct SignIn: Sendable {
        var name = ""
        var password: String?

        static let fields = ObjectFormat<SignIn>(
            title: "signIn", defaults: SignIn(),
            fields: [
                Field("as", "The user name.", Formats.text, required: true, into: \.name),
                Field(
                    "password", "The password; null for the correct one.", Formats.text.orNull, into: \.password),
            ])
    }
}
