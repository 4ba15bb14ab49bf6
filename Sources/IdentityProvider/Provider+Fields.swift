import SAML
package import Settings
package import StructuredText

extension Provider: Named {
    package var name: String { identifier }

    package init(named name: String) { self.init(identifier: name) }

    package static func check(name: String, at position: SourcePosition) throws(SourceError) {
        guard name != ".", name != ".." else {
            throw SourceError(
                .wrongValue, at: position,
                "'\(name)' cannot be a provider's key: no browser would open its pages, since it means a folder in paths"
            )
        }
    }

    /// The format of the providers by account provider identifier, in the order of the picker.
    package static let map: Format<[Provider]> = Formats.map(of: "providers", key: #"^(?!\.{1,2}$)\S+$"#)

    package static let fields = ObjectFormat<Provider>(
        title: "a provider", defaults: Provider(identifier: "example"),
        fields: [
            Field(
                "displayName", "The name that people see; else the key.", Formats.line, documentsDefault: false,
                into: \.displayName),
            Field(
                "boarding",
                "How far the provider takes part in the system's single sign-on; none: the system does not know it.",
                Formats.choice(Boarding.self), into: \.boarding),
            ProviderFormat.subscribers,
            Field(
                "defect", "What is wrong with the provider's answers.", Formats.choice(ResponseDefect.self),
                into: \.defect),
            Field("schemes", "How the provider answers.", ProviderFormat.schemes, into: \.schemes),
            Field(
                "apiResponse", "What the provider answers where the question is not SAML.",
                merging: APIResponse.fields, into: \.apiResponse),
            Field(
                "samlResponse",
                "What the provider answers to every attribute query, word for word; null: a response of its own.",
                Formats.text.orNull, into: \.samlResponse),
            Field(
                "homeNetwork",
                "The subscriber at whose home the browsers are: they sign in without a password; null: nobody is known by "
                    + "their network.",
                Formats.line.orNull, documentsDefault: true, from: { .some($0.homeNetwork) }
            ) { (name, provider, node, notes) throws(SourceError) in
                provider.homeNetwork = name
                // Only the world can check the subscriber of a change.
                guard let name, !notes.isChange else { return }
                notes.references.append(
                    Reference(kind: .subscriber(provider: provider.identifier), name: name, position: node.position))
            },
            Field(
                "serviceProviders",
                "The SAML service providers, by entity id, that the provider knows besides the service.",
                KnownServiceProvider.map, into: \.serviceProviders),
        ])
}

/// The formats of a provider's lists.
private enum ProviderFormat {
    /// The schemes of a provider: at least one, without duplicates.
    static let schemes = Formats.list(Formats.choice(AnswerScheme.self), of: "schemes").checked([
        "minItems": 1, "uniqueItems": true,
    ]) { (schemes, node) throws(SourceError) in
        guard !schemes.isEmpty else {
            throw SourceError(.wrongValue, at: node.position, "a provider speaks at least one scheme: saml or api")
        }
        guard Set(schemes).count == schemes.count else {
            throw SourceError(.wrongValue, at: node.position, "a scheme is given twice")
        }
    }

    /// The subscribers of a provider.
    ///
    /// An existing subscriber changes only in the given keys, and a new one begins with the defaults. In a change,
    /// `null` removes a subscriber. Only the world can check that the removed subscriber exists (``PartyCheck``). In a
    /// profile, a name without a value describes a subscriber with the defaults.
    static let subscribers = Field<Provider>(
        "subscribers", "The people who can sign in; in a change null removes one.", changes,
        from: { provider in
            provider.subscribers.map {
                SubscriberChange(
                    name: $0.name, node: SourceNode(content: Subscriber.fields.write($0), position: .start))
            }
        }
    ) { (changes, provider, node, notes) throws(SourceError) in
        guard !notes.isChange || node.content != .null else {
            throw SourceError(
                .wrongValue, at: node.position,
                "a change names whom it removes: '{NAME: null}', and here it names nobody")
        }
        var places: [String: Int] = [:]
        for (place, subscriber) in provider.subscribers.enumerated() { places[subscriber.name] = place }
        var removed: Set<String> = []
        for change in changes {
            let (name, node) = (change.name, change.node)
            if notes.isChange, node.content == .null {
                removed.insert(name)
                continue
            }
            let place = places[name]
            var subscriber = place.map { provider.subscribers[$0] } ?? Subscriber(name: name)
            try Subscriber.fields.read(node, into: &subscriber, notes)
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
            let (name, node) = (change.name, change.node)
            guard let userID = userIDs[name],
                let other = names[userID]?.first(where: { $0 != name })
            else { continue }
            let given = node.entry("attributes")?.value.entry("userID")?.value
            throw SourceError(
                .wrongValue, at: (given ?? node).position,
                "'\(name)' and '\(other)' have one userID, '\(userID)': nobody could tell them apart")
        }
    }

    private static let changes = Formats.map(
        of: "subscribers", Subscriber.fields.schemaOrNull,
        write: { (change: SubscriberChange) in
            (change.name, change.node.content)
        }
    ) { (entry, _) throws(SourceError) in SubscriberChange(name: entry.key, node: entry.value) }
}

/// A subscriber in a profile or a change; a `null` node removes the subscriber in a change.
private struct SubscriberChange: Sendable {
    let name: String
    let node: SourceNode
}
