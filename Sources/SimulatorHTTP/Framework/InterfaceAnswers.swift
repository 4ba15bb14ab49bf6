import Settings
import SimulatedDevice
import StructuredText

/// Writes the system's interface as JSON, and reads what the user does with it.
enum InterfaceAnswers {
    /// Returns the interface that a device presents; its value is `null` if none is presented.
    static func json(_ presented: PresentedInterface?) -> JSONValue {
        ["interface": presented?.page.map(json) ?? .null]
    }

    private static func json(_ page: InterfacePage) -> JSONValue {
        switch page {
        case .prompt(let prompt):
            ["page": "prompt", "title": .string(prompt.title), "bundleID": .string(prompt.bundleID)]
        case .picker(let picker):
            [
                "page": "picker", "title": .string(ProviderPicker.title), "videoTitle": JSONValue(picker.videoTitle),
                "featured": rows(picker.featured), "providers": rows(picker.providers),
                "applicationProviders": rows(picker.applicationProviders),
                "otherTitle": .string(ProviderPicker.otherTitle),
            ]
        case .signIn(let page):
            [
                "page": "signIn", "title": .string(page.provider.displayName),
                "videoTitle": JSONValue(page.videoTitle), "provider": row(page.provider),
                "failedAttempts": .integer(Int64(page.failedAttempts)),
            ]
        }
    }

    private static func rows(_ rows: [ProviderPicker.Row]) -> JSONValue { .array(rows.map(row)) }

    private static func row(_ row: ProviderPicker.Row) -> JSONValue {
        ["identifier": .string(row.identifier), "displayName": .string(row.displayName)]
    }

    /// The schema of the interface.
    static let schema: JSONValue = {
        let text: JSONValue = ["type": "string"]
        let optionalText: JSONValue = ["type": ["string", "null"]]
        let row = AdminRoutes.object(["identifier": text, "displayName": text])
        let rows: JSONValue = ["type": "array", "items": row]
        return AdminRoutes.object([
            "interface": [
                "anyOf": [
                    AdminRoutes.object(["page": ["const": "prompt"], "title": text, "bundleID": text]),
                    AdminRoutes.object([
                        "page": ["const": "picker"], "title": text, "videoTitle": optionalText, "featured": rows,
                        "providers": rows, "applicationProviders": rows, "otherTitle": text,
                    ]),
                    AdminRoutes.object([
                        "page": ["const": "signIn"], "title": text, "videoTitle": optionalText, "provider": row,
                        "failedAttempts": ["type": "integer", "minimum": 0],
                    ]),
                    ["type": "null"],
                ]
            ]
        ])
    }()

    // MARK: - Actions

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
