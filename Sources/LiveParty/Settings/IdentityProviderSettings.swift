package import Foundation
package import TVSimStructuredText

/// An identity provider to test, and what it is expected to do.
package struct IdentityProviderSettings: Sendable, Hashable {
    /// Its metadata: a file or an address.
    package var metadata: String?
    /// Further hosts to which its redirects may lead.
    package var hosts: [String] = []
    package var signedRequests = SignedRequests.auto
    /// The requestor for which a scoped request asks.
    package var requestor = "REF30"
    /// The attribute that has the user's identifier; `nil` for the NameID.
    package var userID: String?
    /// The attributes that it has agreed to send.
    package var attributes: [String] = []
    /// The most that its clock may differ, in seconds.
    package var clockSkew: TimeInterval = 180

    /// Creates an empty description.
    package init() {}

    /// Whether requests must be signed; `auto` reads it in the metadata.
    package enum SignedRequests: String, CaseIterable, Sendable { case auto, required, optional }

    /// The keys.
    package static let fields = ObjectFormat<IdentityProviderSettings>(
        title: "identityProvider", defaults: IdentityProviderSettings(),
        fields: [
            Field("metadata", "Its metadata: a file or an address.", Formats.line, ifSet: \.metadata),
            Field(
                "hosts", "Further hosts, HOST or HOST:PORT, to which its redirects may lead.",
                Formats.list(Formats.line, of: "hosts"), into: \.hosts),
            Field(
                "signedRequests", "Whether it has to refuse unsigned requests. auto: as its metadata say.",
                Formats.choice(SignedRequests.self), into: \.signedRequests),
            Field("requestor", "The requestor for which a scoped request asks.", Formats.line, into: \.requestor),
            Field(
                "userID", "The attribute with the user's identifier. Default: the NameID.", Formats.line,
                ifSet: \.userID),
            Field(
                "attributes", "The attributes that it has agreed to send.",
                Formats.list(Formats.line, of: "attributes"), into: \.attributes),
            Field("clockSkew", "The most that its clock may differ.", Formats.duration, into: \.clockSkew),
        ])
}

/// How a user is signed in at the identity provider.
package struct SignInSettings: Sendable, Hashable {
    /// The pages that are filled in, the first that matches.
    package var pages: [Page] = []
    /// A command that signs in, instead of the pages.
    package var command: String?

    /// Creates an empty description.
    package init() {}

    /// Whether nothing says how to sign in.
    package var isEmpty: Bool { pages.isEmpty && command == nil }

    /// A page of the identity provider, and what a user does on it.
    package struct Page: Sendable, Hashable {
        /// The path of the page, with `*` for any text.
        package var match = "*"
        /// The values of the fields, by `id` or `name`.
        package var fill: [Entry] = []
        /// The button: `#id`, or `name=NAME`; `nil` to send the form without a button.
        package var submit: String?

        /// Creates a page on which nothing is filled in.
        package init() {}
    }

    /// A field and its value.
    package struct Entry: Sendable, Hashable {
        package let field: String
        /// The text, or `${NAME}` for a variable of the environment.
        package let value: String
    }

    /// The keys.
    package static let fields = ObjectFormat<SignInSettings>(
        title: "signIn", defaults: SignInSettings(),
        fields: [
            Field(
                "pages", "The pages that are filled in, the first that matches.",
                Formats.list(page.format, of: "pages"), into: \.pages),
            Field("command", "A command that signs in, instead of the pages.", Formats.line, ifSet: \.command),
        ])

    private static let page = ObjectFormat<Page>(
        title: "a page", defaults: Page(),
        fields: [
            Field("match", "The path of the page, with * for any text.", Formats.line, into: \.match),
            Field("fill", "The fields by id or name, each with its text or ${NAME}.", entries, into: \.fill),
            Field("submit", "The button, #id or name=NAME.", Formats.line, ifSet: \.submit),
        ])

    private static let entries = Formats.map(
        of: "fields", Formats.line.schema,
        write: { (entry: Entry) in (key: entry.field, value: Formats.line.write(entry.value)) }
    ) { (entry, notes) throws(SourceError) in
        Entry(field: entry.key, value: try Formats.line.read(entry.value, notes))
    }
}
