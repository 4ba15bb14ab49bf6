import EntitlementAPI
import IdentityProvider
import SAML
import SimulatedDevice
import XMLSecurity

/// The profile's `providers`.
enum ProviderFormat {
    static let map = Formats.map(
        of: "providers", key: #"^(?!\.{1,2}$)\S+$"#, Profile.Provider.fields.schemaOrNothing
    ) { (entry, notes) throws(ProfileError) -> Profile.Provider in
        guard entry.key != ".", entry.key != ".." else {
            throw ProfileError(
                .wrongValue, at: entry.position,
                "'\(entry.key)' cannot be a provider's key: no browser would open its pages, since it means a folder in paths"
            )
        }
        var provider = Profile.Provider(id: entry.key)
        try Profile.Provider.fields.read(entry.value, into: &provider, notes)
        return provider
    }

    fileprivate static let subscriberFields = ObjectFormat<Profile.Subscriber>(
        title: "a subscriber",
        fields: [
            Field("password", "The password to sign in with.", Formats.text, default: "secret", into: \.password),
            Field("attributes", "What the provider says of the person; null: nothing.", attributes) {
                (given, subscriber, _, _) throws(ProfileError) in
                // The user identifier that everybody has at first stands where the profile writes it.
                let isUnnamed = subscriber.attributes == Profile.Subscriber(name: subscriber.name).attributes
                if isUnnamed, given.contains(where: { $0.name == "userID" }) { subscriber.attributes = [] }
                for (name, value) in given { subscriber.set(name, to: value) }
            },
            Field(
                "entitlements", "The resources that the person may watch.",
                Formats.list(Formats.line, of: "resources"), default: [], into: \.entitlements),
            Field(
                "apiResponse", "What is answered about the person where the question is not SAML; else the provider's.",
                merging: apiResponse, startingFrom: .init(), into: \.apiResponse),
        ])

    /// What a provider answers in its own way, word for word.
    fileprivate static let apiResponse = ObjectFormat<APIResponse>(
        title: "apiResponse",
        fields: [
            Field("status", "The provider's own status.", Formats.text.orNull, into: \.status),
            Field("body", "The provider's own string, often JSON.", Formats.text.orNull, into: \.body),
        ])

    /// The schemes that a provider speaks: at least one, none of them twice.
    fileprivate static let schemes: Format<[KnownProvider.Scheme]> = {
        let list = Formats.list(Formats.choice(KnownProvider.Scheme.self), of: "schemes")
        let schema = list.schema.merging(["minItems": 1, "uniqueItems": true]) { $1 }
        return Format(schema) { (node, notes) throws(ProfileError) in
            let schemes = try list.read(node, notes)
            guard !schemes.isEmpty else {
                throw ProfileError(.wrongValue, at: node.position, "a provider speaks at least one scheme: saml or api")
            }
            guard Set(schemes).count == schemes.count else {
                throw ProfileError(.wrongValue, at: node.position, "a scheme is given twice")
            }
            return schemes
        }
    }()

    /// The people of a provider: who is named changes in what is given, who is new begins with the defaults, and `null`
    /// removes whoever was there before.
    ///
    /// In a profile nobody was there before, and a name with nothing behind it is somebody with the defaults. Whether whom a
    /// change removes is there, only its world knows (``PartyCheck``).
    fileprivate static let subscribers = Field<Profile.Provider>(
        "subscribers", "The people who can sign in; in a change null removes one.", changes
    ) { (changes, provider, node, notes) throws(ProfileError) in
        guard !notes.isChange || node.content != .null else {
            throw ProfileError(
                .wrongValue, at: node.position,
                "a change names whom it removes: '{NAME: null}', and here it names nobody")
        }
        var places: [String: Int] = [:]
        for (place, subscriber) in provider.subscribers.enumerated() { places[subscriber.name] = place }
        var removed: Set<String> = []
        for (name, node) in changes {
            if notes.isChange, node.content == .null {
                removed.insert(name)
                continue
            }
            let place = places[name]
            var subscriber = place.map { provider.subscribers[$0] } ?? Profile.Subscriber(name: name)
            try subscriberFields.read(node, into: &subscriber, notes)
            if let place {
                provider.subscribers[place] = subscriber
            } else {
                provider.subscribers.append(subscriber)
            }
        }
        if !removed.isEmpty { provider.subscribers.removeAll { removed.contains($0.name) } }
        try refuseSharedUserIDs(of: provider, changes)
    }

    /// Refuses two people whom services could not tell apart.
    private static func refuseSharedUserIDs(
        of provider: Profile.Provider, _ changes: [(name: String, node: SourceNode)]
    ) throws(ProfileError) {
        let names = Dictionary(grouping: provider.subscribers, by: \.userID).mapValues { $0.map(\.name) }
        let userIDs = Dictionary(provider.subscribers.map { ($0.name, $0.userID) }) { first, _ in first }
        for (name, node) in changes.reversed() {
            guard let userID = userIDs[name],
                let other = names[userID]?.first(where: { $0 != name })
            else { continue }
            let given = node.entry("attributes")?.value.entry("userID")?.value
            throw ProfileError(
                .wrongValue, at: (given ?? node).position,
                "'\(name)' and '\(other)' have one userID, '\(userID)': nobody could tell them apart")
        }
    }

    private static let changes = Formats.map(of: "subscribers", subscriberFields.schemaOrNothing) {
        (entry, _) throws(ProfileError) -> (name: String, node: SourceNode) in (entry.key, entry.value)
    }

    private static let attributes: Format<[(name: String, value: JSONValue?)]> = {
        let map = Formats.map(of: "attributes", attributeValue.orNull.schema) {
            (entry, notes) throws(ProfileError) -> (name: String, value: JSONValue?) in
            let format = entry.key == "userID" ? userID : attributeValue
            return (entry.key, try format.orNull.read(entry.value, notes))
        }
        let schema = map.schema.merging(["properties": ["userID": .object(userID.orNull.schema)]]) { $1 }
        return Format(schema) { (node, notes) throws(ProfileError) in try map.read(node, notes) }
    }()

    /// The user identifier: one text, which is told without the white space at its ends.
    private static let userID = Format<JSONValue>(
        carriedText.schema.merging(["minLength": 1, "not": ["pattern": "^[ \\t\\r\\n]|[ \\t\\r\\n]$"]]) { $1 }
    ) { (node, notes) throws(ProfileError) in
        let text = try carriedText.read(node, notes)
        guard Subscriber.canBeKnown(by: text) else {
            throw ProfileError(
                .wrongValue, at: node.position,
                text.isEmpty
                    ? "a userID cannot be empty: nobody would be known by it"
                    : "a userID cannot begin or end with white space: services know people without it")
        }
        return .string(text)
    }

    /// Text that a response can carry: XML has no way to write the other control characters.
    private static let carriedText = Format<String>([
        "type": "string", "pattern": "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*$",
    ]) { (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        guard XMLEscaping.canWrite(text) else {
            throw ProfileError(
                .wrongValue, at: node.position, "an attribute cannot hold a character that XML cannot carry")
        }
        return text
    }

    private static let attributeValue = Format<JSONValue>([
        "anyOf": [
            .object(carriedText.schema), ["type": "array", "items": .object(carriedText.schema)],
            ["type": "object", "additionalProperties": ["type": "string"]],
        ]
    ]) { (node, notes) throws(ProfileError) in
        switch node.content {
        case .string: _ = try carriedText.read(node, notes)
        case .sequence(let items):
            for item in items { _ = try carriedText.read(item, notes) }
        case .mapping(let entries):
            for entry in entries { _ = try Formats.text.read(entry.value, notes) }
        default: throw .wrongType(node, expected: "text, a list of text or a mapping of text")
        }
        return node.json
    }
}

extension Profile.Subscriber {
    /// Changes one attribute where it stands, adds it at the end, or removes it.
    fileprivate mutating func set(_ name: String, to value: JSONValue?) {
        let place = attributes.firstIndex { $0.name == name }
        switch (place, value) {
        case (let place?, let value?): attributes[place].value = value
        case (let place?, nil): attributes.remove(at: place)
        case (nil, let value?): attributes.append(Profile.Attribute(name: name, value: value))
        case (nil, nil): break
        }
    }
}

extension Profile.Provider: DescribedByFields {
    package static var example: Profile.Provider { Profile.Provider(id: "example") }

    static let fields = ObjectFormat<Profile.Provider>(
        title: "a provider",
        fields: [
            Field("displayName", "The name that people see; else the key.", Formats.line, into: \.displayName),
            Field(
                "boarding",
                "How far the provider takes part in the system's single sign-on; none: the system does not know it.",
                Formats.choice(Profile.ProviderBoarding.self), default: "supported", into: \.boarding),
            ProviderFormat.subscribers,
            Field(
                "defect", "What is wrong with the provider's answers.", Formats.choice(ResponseDefect.self),
                default: "none", into: \.defect),
            Field("schemes", "How the provider answers.", ProviderFormat.schemes, default: ["saml"], into: \.schemes),
            Field(
                "apiResponse", "What the provider answers where the question is not SAML.",
                merging: ProviderFormat.apiResponse, startingFrom: .init(), into: \.apiResponse),
            Field(
                "samlResponse",
                "What the provider answers to every attribute query, word for word; null: a response of its own.",
                Formats.text.orNull, default: .null, into: \.samlResponse),
            Field(
                "homeNetwork",
                "The subscriber at whose home the browsers are: they sign in without a password; null: nobody is known by "
                    + "their network.",
                Formats.line.orNull, default: .null
            ) { (name, provider, node, notes) throws(ProfileError) in
                provider.homeNetwork = name
                // Of whom a change speaks, only its world knows.
                guard let name, !notes.isChange else { return }
                notes.references.append(
                    Reference(kind: .subscriber(provider: provider.id), name: name, position: node.position))
            },
            Field(
                "serviceProviders",
                "The SAML service providers, by entity id, that the provider knows besides the service.",
                PartyFormat.serviceProviders, default: .object([:]), into: \.serviceProviders),
        ])
}
