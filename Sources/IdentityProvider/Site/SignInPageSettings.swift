package import Settings
import StructuredText

/// The shape of a provider's sign-in pages.
package struct SignInPageSettings: Sendable, Hashable {
    /// The pages with a form, in order.
    package var steps = [Step.credentials]
    /// What comes before the first form.
    package var entry = Entry.direct
    /// What comes between the sign-in and the page with the response.
    package var exit = Exit.direct
    /// The action of the forms.
    package var action = Action.empty
    /// The name of the field for the user name.
    package var userNameField = "username"
    /// The name of the field for the password.
    package var passwordField = "password"
    /// The hidden fields that must come back unchanged, by name.
    package var hidden: [String: String] = [:]

    /// Creates the settings of one page with name and password.
    package init() {}

    /// A page with a form.
    package enum Step: String, Sendable, CaseIterable {
        /// Name and password.
        case credentials
        /// The name alone.
        case userName
        /// The password alone.
        case password
        /// A code that the provider has sent to the user.
        case code
        /// The user's consent to the app.
        case consent
    }

    /// What comes before the first form.
    package enum Entry: String, Sendable, CaseIterable {
        /// Nothing.
        case direct
        /// A page with a button.
        case button
    }

    /// What comes after the last form.
    package enum Exit: String, Sendable, CaseIterable {
        /// The page with the response.
        case direct
        /// A page with a button, and then the page with the response.
        case confirm
    }

    /// The action of a form.
    package enum Action: String, Sendable, CaseIterable {
        /// No address: the form is sent to the address of the page.
        case empty
        /// A path.
        case path
        /// A whole URL.
        case absolute
    }
}

extension SignInPageSettings: Described {
    package static let fields = ObjectFormat<SignInPageSettings>(
        title: "signInPage", defaults: SignInPageSettings(),
        fields: [
            Field("steps", "The pages with a form, in order.", steps, into: \.steps),
            Field("entry", "What comes before the first form.", Formats.choice(Entry.self), into: \.entry),
            Field(
                "exit", "What comes between the sign-in and the page with the response.", Formats.choice(Exit.self),
                into: \.exit),
            Field("action", "The action of the forms.", Formats.choice(Action.self), into: \.action),
            Field("userNameField", "The name of the field for the user name.", fieldName, into: \.userNameField),
            Field("passwordField", "The name of the field for the password.", fieldName, into: \.passwordField),
            Field(
                "hidden", "The hidden fields that must come back unchanged, by name.", hidden, into: \.hidden),
        ])

    private static let steps = Formats.list(Formats.choice(Step.self), of: "steps").checked([
        "minItems": 1, "uniqueItems": true,
    ]) { (steps, cursor) throws(SourceError) in
        let asked = Set(steps)
        guard asked.count == steps.count else {
            throw SourceError(.wrongValue, at: cursor.path, "duplicate step")
        }
        guard asked.contains(.credentials) != asked.contains(.userName),
            !asked.contains(.credentials) || !asked.contains(.password)
        else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "the steps need 'credentials', or 'userName' with 'password', 'code' or both")
        }
        guard steps.first == .credentials || steps.first == .userName,
            asked.contains(.credentials) || asked.contains(.password) || asked.contains(.code)
        else {
            throw SourceError(
                .wrongValue, at: cursor.path, "the first step is 'credentials' or 'userName', and one checks the user")
        }
    }

    /// The names of fields that the pages use themselves.
    private static let taken = ["query", "step", "action", "code"]

    private static let fieldName = Formats.line.checked { (name, cursor) throws(SourceError) in
        guard !taken.contains(name) else {
            throw SourceError(.wrongValue, at: cursor.path, "the pages have a field '\(name)' of their own")
        }
    }

    private static let hidden = Formats.map(
        of: "hidden fields", Formats.text.schema, write: { (field: (String, String)) in (field.0, .string(field.1)) }
    ) { (entry, notes) throws(SourceError) -> (String, String) in
        guard !taken.contains(entry.key) else {
            throw SourceError(.wrongValue, at: entry.path, "the pages have a field '\(entry.key)' of their own")
        }
        return (entry.key, try Formats.text.read(entry.value, notes))
    }.map(
        { Dictionary($0) { _, last in last } },
        back: { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } })
}
