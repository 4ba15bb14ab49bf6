import TVSimProviderMessages
package import TVSimStructuredText

extension Provider: Named {
    package var name: String { identifier }

    package init(named name: String) { self.init(identifier: name) }

    package static func check(name: String, at path: ValuePath) throws(SourceError) {
        guard name != ".", name != ".." else {
            throw SourceError(
                .wrongValue, at: path,
                "invalid provider key '\(name)': it means a directory in the paths of URLs"
            )
        }
    }

    /// The format of the providers by account provider identifier, in the order of the picker.
    package static let map: Format<[Provider]> = Formats.map(of: "providers", key: #"^(?!\.{1,2}$)\S+$"#)

    package static let fields = ObjectFormat<Provider>(
        title: "a provider", defaults: Provider(identifier: "example"),
        fields: [
            Field(
                "displayName", "The name that users see. Default: the key.", Formats.line, documentsDefault: false,
                into: \.displayName),
            Field(
                "boarding",
                "The provider's support for the system's single sign-on; with none, the system does not know it.",
                Formats.choice(Boarding.self), into: \.boarding),
            ProviderFormat.subscribers,
            SAMLFields.defect,
            Field("schemes", "The schemes that the provider supports.", ProviderFormat.schemes, into: \.schemes),
            Field(
                "apiResponse", "The provider's answer to requests that are not SAML.",
                merging: APIResponse.fields, into: \.apiResponse),
            SAMLFields.samlResponse,
            Field(
                "homeNetwork",
                "The subscriber whose home network the browsers use, and who signs in without a password; null if the "
                    + "network identifies no user.",
                Formats.line.orNull, documentsDefault: true, from: { .some($0.homeNetwork) }
            ) { (name, provider, cursor, notes) throws(SourceError) in
                provider.homeNetwork = name
                // Only the world can check the subscriber of a change.
                guard let name, !notes.isChange else { return }
                notes.references.append(
                    Reference(kind: .subscriber(provider: provider.identifier), name: name, path: cursor.path))
            },
            Field(
                "responsePage",
                "The page that carries the provider's responses in a browser: posts itself, has only a button, comes "
                    + "after a page that refreshes to it, or is blocked and never sends.",
                Formats.choice(ResponsePage.self), into: \.responsePage),
            Field(
                "logoutPage",
                "The page that the provider shows after a logout in a browser: none, one that refreshes to the app's "
                    + "page, one with a link to it, or one that is blocked and does not lead back.",
                Formats.choice(LogoutPage.self), into: \.logoutPage),
            SAMLFields.signedElements,
            SAMLFields.strictRequests,
            SAMLFields.requestTolerance,
            SAMLFields.serviceProviders,
            Field(
                "signInPage", "The shape of the sign-in pages. Default: one page with name and password.",
                SignInPageSettings.format.orNull, from: { $0.signInPage.map(Optional.some) }
            ) { (page, provider, _, _) throws(SourceError) in provider.signInPage = page },
            Field(
                "homeFlag",
                "Whether the provider's responses say that the home network identified the user (hba_status).",
                Formats.boolean, unless: true, into: \.homeFlag),
            Field(
                "denialText", "The provider's words to the user in a denial; null for none.", Formats.text.orNull,
                from: { $0.denialText.map(Optional.some) }
            ) { (text, provider, _, _) throws(SourceError) in provider.denialText = text },
            Field(
                "passwordChange", "What a changed password does to the user's sessions at the provider.",
                Formats.choice(Provider.PasswordChange.self), unless: .keeps, into: \.passwordChange),
            OAuth2Fields.signInProtocol,
            OAuth2Fields.oauth2,
        ])
}

/// The formats of a provider's lists.
private enum ProviderFormat {
    /// The schemes of a provider: at least one, without duplicates.
    static let schemes = Formats.list(Formats.choice(AnswerScheme.self), of: "schemes").checked([
        "minItems": 1, "uniqueItems": true,
    ]) { (schemes, cursor) throws(SourceError) in
        guard !schemes.isEmpty else {
            throw SourceError(.wrongValue, at: cursor.path, "a provider needs at least one scheme: saml or api")
        }
        guard Set(schemes).count == schemes.count else {
            throw SourceError(.wrongValue, at: cursor.path, "duplicate scheme")
        }
    }

    /// The subscribers of a provider.
    ///
    /// An existing subscriber changes only in the given keys, and a new one begins with the defaults. In a change,
    /// `null` removes a subscriber. Only the world can check that the removed subscriber exists (``PartyCheck``). In a
    /// profile, a name without a value describes a subscriber with the defaults.
    static let subscribers = Field<Provider>(
        "subscribers", "The users who can sign in; in a change, null removes one.", changes,
        from: { provider in
            provider.subscribers.map {
                SubscriberChange(name: $0.name, cursor: ValueCursor(Subscriber.fields.write($0)))
            }
        }
    ) { (changes, provider, cursor, notes) throws(SourceError) in
        guard !notes.isChange || cursor.value != .null else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "name the subscriber to remove: '{NAME: null}'")
        }
        var places: [String: Int] = [:]
        for (place, subscriber) in provider.subscribers.enumerated() { places[subscriber.name] = place }
        var removed: Set<String> = []
        for change in changes {
            let (name, cursor) = (change.name, change.cursor)
            if notes.isChange, cursor.value == .null {
                removed.insert(name)
                continue
            }
            let place = places[name]
            var subscriber = place.map { provider.subscribers[$0] } ?? Subscriber(name: name)
            try Subscriber.fields.read(cursor, into: &subscriber, notes)
            if let place {
                provider.subscribers[place] = subscriber
            } else {
                provider.subscribers.append(subscriber)
            }
        }
        if !removed.isEmpty { provider.subscribers.removeAll { removed.contains($0.name) } }
        try refuseSharedUserIDs(of: provider, changes)
    }

    /// Rejects subscribers with the same user identifier, because services could not distinguish them (Differences,
    /// P-25).
    private static func refuseSharedUserIDs(
        of provider: Provider, _ changes: [SubscriberChange]
    ) throws(SourceError) {
        let names = Dictionary(grouping: provider.subscribers, by: \.userID).mapValues { $0.map(\.name) }
        let userIDs = Dictionary(provider.subscribers.map { ($0.name, $0.userID) }) { first, _ in first }
        for change in changes.reversed() {
            let (name, cursor) = (change.name, change.cursor)
            guard let userID = userIDs[name],
                let other = names[userID]?.first(where: { $0 != name })
            else { continue }
            let given = cursor["attributes"]?["userID"]
            throw SourceError(
                .wrongValue, at: (given ?? cursor).path,
                "'\(name)' and '\(other)' have the same userID '\(userID)': it must be unique")
        }
    }

    private static let changes = Formats.map(
        of: "subscribers", Subscriber.fields.schemaOrNull,
        write: { (change: SubscriberChange) in
            (change.name, change.cursor.value)
        }
    ) { (entry, _) throws(SourceError) in SubscriberChange(name: entry.key, cursor: entry.value) }
}

/// A subscriber in a profile or a change; a `null` cursor removes the subscriber in a change.
private struct SubscriberChange: Sendable {
    let name: String
    let cursor: ValueCursor
}
