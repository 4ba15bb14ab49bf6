import Foundation
package import TVSimStructuredText

extension SignInPageSettings: TableDescribed {
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
            Field(
                "passwordField", "The name of the field for the password.", fieldName, into: \.passwordField),
            Field(
                "hidden", "The hidden fields that must come back unchanged, by name.", hidden, into: \.hidden),
            Field(
                "form", "How the forms are sent: by the browser, or as JSON by a script.", Formats.choice(Form.self),
                unless: .html, into: \.form),
            Field(
                "host", "The host of the pages: that of the service, or the other one of localhost and 127.0.0.1.",
                Formats.choice(Host.self), unless: .same, into: \.host),
            Field(
                "homeNotice", "What a user of the home network sees before the response.",
                Formats.choice(HomeNotice.self), unless: .none, into: \.homeNotice),
            Field(
                "sessionCookie",
                "How long a browser keeps the session: as long as it is valid, until the browser is closed, or not "
                    + "at all.", Formats.choice(CookieLife.self), unless: .kept, into: \.sessionCookie),
            Field(
                "lockout", "When wrong answers lock a user out; null for never.", Lockout.fields.format.orNull,
                from: { $0.lockout.map(Optional.some) }
            ) { (lockout, page, _, _) throws(SourceError) in page.lockout = lockout },
        ])

    /// The format of whole settings: whichever keys are given, each field of a page has a name of its own.
    package static let format = fields.format.checked { (page, cursor) throws(SourceError) in
        func refuse(_ key: String, _ reason: String) -> SourceError {
            SourceError(.wrongValue, at: .member(key, of: cursor.path), reason)
        }
        guard page.userNameField != page.passwordField else {
            guard case .object(let given) = cursor.value, given["passwordField"] != nil else {
                throw refuse("userNameField", "'\(page.passwordField)' is the field for the password")
            }
            throw refuse("passwordField", "'\(page.userNameField)' is the field for the user name")
        }
        if let name = [page.userNameField, page.passwordField].first(where: { page.hidden[$0] != nil }) {
            throw refuse("hidden", "the pages have a field '\(name)' for the user's answer")
        }
    }

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
    private static let taken = ["query", "step", "action", "code", "account", "history"]

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

extension SignInPageSettings.Lockout: TableDescribed {
    package static let fields = ObjectFormat<SignInPageSettings.Lockout>(
        title: "lockout", defaults: SignInPageSettings.Lockout(),
        fields: [
            Field(
                "after", "The number of wrong answers in a row that locks a user out.", Formats.count(from: 1),
                into: \.after),
            Field("for", "How long the user is locked out.", Formats.duration, into: \.duration),
        ])
}
