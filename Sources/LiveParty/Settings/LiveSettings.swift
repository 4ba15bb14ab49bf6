package import Foundation
import TVSimFixtures
import TVSimScenario
import TVSimStateStorage
package import TVSimStructuredText

/// The configuration of `tvsim live`: who is tested, and what it is expected to do.
package struct LiveSettings: Sendable, Hashable {
    /// The version of the notation.
    package var schema = 1
    /// The name of the party in reports.
    package var name: String?
    /// How the people of the party reach those who test it; necessary outside of loopback.
    package var contact: String?
    /// The folder of keys, which `tvsim live keys` creates.
    package var keys: String?
    /// A file with further certificates to trust (PEM).
    package var certificates: String?
    package var serviceProvider = ServiceProviderSettings()
    package var identityProvider = IdentityProviderSettings()
    package var signIn = SignInSettings()
    package var verdict = VerdictSettings()

    /// Creates an empty configuration.
    package init() {}

    /// The keys of the file.
    package static let fields = ObjectFormat<LiveSettings>(
        title: "a configuration of tvsim live", defaults: LiveSettings(),
        fields: [
            Field(
                "schema", "The version of the notation, 1.", Formats.count(in: 1...1), required: true, into: \.schema),
            Field("name", "The name of the party in reports.", Formats.line, ifSet: \.name),
            Field(
                "contact", "How the party's people reach those who test it. Necessary outside of loopback.",
                Formats.line, ifSet: \.contact),
            Field("keys", "The folder of keys, which 'tvsim live keys' creates.", Formats.line, ifSet: \.keys),
            Field(
                "certificates", "A file with further certificates to trust in TLS (PEM).", Formats.line,
                ifSet: \.certificates),
            Field(
                "serviceProvider", "The service provider to test.", merging: ServiceProviderSettings.fields,
                into: \.serviceProvider),
            Field(
                "identityProvider", "The identity provider to test.", merging: IdentityProviderSettings.fields,
                into: \.identityProvider),
            Field(
                "signIn", "How a user signs in at the identity provider.", merging: SignInSettings.fields,
                into: \.signIn),
            Field(
                "verdict", "How acceptance is seen, if it cannot be learnt.", merging: VerdictSettings.fields,
                into: \.verdict),
        ])

    /// Reads a file.
    ///
    /// - Throws: `SourceError` with its place for a wrong key or value; `CommandError` if the file cannot be read.
    package init(file: String) throws {
        try self.init(text: try NamedFile.readText(file), source: NamedFile.shown(file))
    }

    /// Reads a text.
    ///
    /// - Throws: `SourceError` with its place for a wrong key or value.
    package init(text: String, source: String) throws(SourceError) {
        self = try Self.read(text, source) { (cursor, notes) throws(SourceError) in
            var settings = LiveSettings()
            try Self.fields.read(cursor, into: &settings, notes)
            return settings
        }
    }

    /// Reads the only document of a text.
    static func read<Value>(
        _ text: String, _ source: String, _ read: (ValueCursor, ReadingNotes) throws(SourceError) -> Value
    ) throws(SourceError) -> Value {
        do throws(SourceError) {
            let documents = try YAMLReader.documents(in: text)
            guard let document = documents.first, documents.count == 1 else {
                throw SourceError(.syntax, at: .start, "expected one document, found \(documents.count)")
            }
            return try document.read { (cursor) throws(SourceError) in
                try read(cursor, ReadingNotes(clock: Date(timeIntervalSince1970: 0)))
            }
        } catch {
            var located = error
            located.source = source
            throw located
        }
    }

    /// The JSON Schema (draft 2020-12) of a configuration.
    package static func schemaText() -> String {
        var schema = fields.schema
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = "tvsim live, configuration, version 1"
        return JSONText.pretty(ordered: .object(schema))
    }
}

/// A service provider to test, and what it is expected to do.
package struct ServiceProviderSettings: Sendable, Hashable {
    /// Its metadata: a file or an address.
    package var metadata: String?
    /// The address that begins a sign-in; `{idp}` is our entity ID.
    package var start: String?
    /// Its assertion consumer; `nil` for that of the metadata.
    package var to: String?
    /// An address that answers differently for a signed-in user.
    package var probe: String?
    /// The address that signs the user out, and sends a LogoutRequest.
    package var logout: String?
    /// Further hosts to which its redirects may lead.
    package var hosts: [String] = []
    package var subject = Subject()
    /// The attributes whose absence it has to refuse.
    package var requires: [String] = []
    package var unsolicited = Unsolicited.refused
    /// The most that its clock may differ, in seconds.
    package var clockSkew: TimeInterval = 180
    package var signed = Signed.auto

    /// Creates an empty description.
    package init() {}

    /// Whether it has to refuse a response without the attribute that has the name as its value.
    var requiresUserAttribute: Bool {
        requires.contains((try? subject.split())?.own ?? FixtureParties().userAttribute)
    }

    /// Whether a response without a request is accepted.
    package enum Unsolicited: String, CaseIterable, Sendable { case refused, accepted }

    /// The signatures that it wants.
    package enum Signed: String, CaseIterable, Sendable { case auto, assertion, response, both }

    /// The user of the valid responses.
    package struct Subject: Sendable, Hashable {
        package var nameID = "live-test-1"
        /// A short name or a URI; `nil` for the one that the request wants, else `persistent`.
        package var format: String?
        /// The attributes; empty for `userID` with the name.
        package var attributes: [Attribute] = []

        /// Returns the attribute that has the name as its value, and the others.
        ///
        /// - Returns: The attributes; no own one if the configuration gives none.
        /// - Throws: `CommandError` if no attribute has the name as its value.
        func split() throws(CommandError) -> (own: String?, others: [Attribute]) {
            guard let first = attributes.first else { return (nil, []) }
            guard let own = attributes.first(where: { $0.values == [nameID] }) else {
                throw CommandError(
                    .malformed,
                    "'subject' has no attribute with the value '\(nameID)': the cases change the name and one "
                        + "attribute together, such as '\(first.name.onOneLine)'")
            }
            return (own.name, attributes.filter { $0 != own })
        }
    }

    /// An attribute of the user.
    package struct Attribute: Sendable, Hashable {
        package let name: String
        package let values: [String]
        init(named name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// An address that a run opens.
    private static let address = Formats.line.checked { (text, cursor) throws(SourceError) in
        guard WebAddress(text.replacingOccurrences(of: "{idp}", with: "idp")) != nil else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid address '\(text)': expected one that begins with http:// or https://")
        }
    }

    /// The keys.
    package static let fields = ObjectFormat<ServiceProviderSettings>(
        title: "serviceProvider", defaults: ServiceProviderSettings(),
        fields: [
            Field("metadata", "Its metadata: a file or an address.", Formats.line, ifSet: \.metadata),
            Field("start", "The address that begins a sign-in; {idp} is our entity ID.", address, ifSet: \.start),
            Field("to", "Its assertion consumer. Default: that of the metadata.", address, ifSet: \.to),
            Field("probe", "An address that answers differently for a signed-in user.", address, ifSet: \.probe),
            Field(
                "logout", "The address that signs the user out, and sends a LogoutRequest.", address, ifSet: \.logout),
            Field(
                "hosts", "Further hosts, HOST or HOST:PORT, to which its redirects may lead.",
                Formats.list(Formats.line, of: "hosts"), into: \.hosts),
            Field("subject", "The user of the valid responses.", merging: subject, into: \.subject),
            Field(
                "requires", "The attributes whose absence it has to refuse.",
                Formats.list(Formats.line, of: "attributes"), into: \.requires),
            Field(
                "unsolicited", "Whether a response without a request is refused or accepted.",
                Formats.choice(Unsolicited.self), into: \.unsolicited),
            Field("clockSkew", "The most that its clock may differ.", clockSkew, into: \.clockSkew),
            Field("signed", "The signatures that it wants.", Formats.choice(Signed.self), into: \.signed),
        ])

    private static let clockSkew = Formats.duration.checked { (seconds, cursor) throws(SourceError) in
        guard seconds < 3_600 else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "expected less than 1h: the expired responses of the cases are an hour off")
        }
    }

    /// The name is split, shortened and continued by cases.
    private static let nameID = Formats.line.checked(["pattern": "^[A-Za-z0-9._@+-]{4,64}$"]) {
        (text, cursor) throws(SourceError) in
        guard text.wholeMatch(of: /[A-Za-z0-9._@+\-]{4,64}/) != nil else {
            throw SourceError(
                .wrongValue, at: cursor.path, "expected 4 to 64 letters, digits, '.', '_', '-', '@' or '+'")
        }
    }

    private static let subject = ObjectFormat<Subject>(
        title: "subject", defaults: Subject(),
        fields: [
            Field("nameID", "The name.", nameID, into: \.nameID),
            Field("format", "The format of the name: a short name or a URI.", Formats.line, ifSet: \.format),
            Field(
                "attributes",
                "The attributes, each with its values. One of them has the name as its value. Default: userID.",
                attributes, into: \.attributes),
        ])

    private static let values = Formats.list(Formats.text, of: "values")
    private static let attributes = Formats.map(
        of: "attributes", values.schema,
        write: { (attribute: Attribute) in (key: attribute.name, value: values.write(attribute.values)) }
    ) { (entry, notes) throws(SourceError) in
        Attribute(named: entry.key, try values.read(entry.value, notes))
    }
}

/// How acceptance is seen at a party whose answers do not show it.
package struct VerdictSettings: Sendable, Hashable {
    /// The marks of acceptance; `nil` to learn them.
    package var accepted: AcceptanceMarks?
    /// A pattern whose group is the name of the signed-in user, in the last page or the probe.
    package var user: String?

    /// Creates an empty value.
    package init() {}

    /// The keys.
    package static let fields = ObjectFormat<VerdictSettings>(
        title: "verdict", defaults: VerdictSettings(),
        fields: [
            Field("accepted", "The marks of an accepted response.", merging: marks, into: \.accepted),
            Field("user", "A pattern whose group is the name of the signed-in user.", pattern, ifSet: \.user),
        ])

    private static let status = Formats.count(in: 200...599)
    private static let marks = ObjectFormat<AcceptanceMarks>(
        title: "accepted", defaults: AcceptanceMarks(),
        fields: [
            Field("status", "The status of the consumer's answer.", status, ifSet: \.status),
            Field("location", "The path of the last redirect, with * for any text.", Formats.line, ifSet: \.location),
            Field("cookie", "A cookie that is set.", Formats.line, ifSet: \.cookie),
            Field("body", "A text of the last page.", Formats.line, ifSet: \.body),
            Field("probe", "The status of the probe.", status, ifSet: \.probe),
        ])

    private static let pattern = Formats.line.checked { (text, cursor) throws(SourceError) in
        guard let expression = try? NSRegularExpression(pattern: text), expression.numberOfCaptureGroups == 1 else {
            throw SourceError(.wrongValue, at: cursor.path, "expected a regular expression with one group")
        }
    }

    /// Finds the name of the signed-in user; `nil` to search for the names of the run.
    package var finder: (@Sendable (String) -> String?)? {
        guard let user else { return nil }
        return { text in
            guard let expression = try? NSRegularExpression(pattern: user),
                let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)),
                let range = Range(match.range(at: 1), in: text)
            else { return nil }
            return String(text[range])
        }
    }
}
