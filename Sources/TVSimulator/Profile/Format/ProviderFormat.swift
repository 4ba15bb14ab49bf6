import EntitlementAPI
import IdentityProvider
import SAML
import SimulatedDevice

/// The profile's `providers`.
enum ProviderFormat {
    static let map = Formats.map(of: "providers", Profile.Provider.fields.schemaOrNothing) {
        (key, node, notes) throws(ProfileError) -> Profile.Provider in
        var provider = Profile.Provider(id: key)
        try Profile.Provider.fields.read(node, into: &provider, notes)
        return provider
    }

    fileprivate static let subscriberFields = ObjectFormat<Profile.Subscriber>(
        title: "a subscriber",
        fields: [
            Field("password", "The password to sign in with.", Formats.text, default: "secret", into: \.password),
            Field("attributes", "What the provider says of the person.", attributes) {
                (given, subscriber, _, _) throws(ProfileError) in
                let named = given.contains { $0.name == "userID" }
                subscriber.attributes = (named ? [] : subscriber.attributes) + given
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

    fileprivate static let subscribers = Formats.map(of: "subscribers", subscriberFields.schemaOrNothing) {
        (key, node, notes) throws(ProfileError) -> Profile.Subscriber in
        var subscriber = Profile.Subscriber(name: key)
        try subscriberFields.read(node, into: &subscriber, notes)
        return subscriber
    }

    private static let attributes = Formats.map(of: "attributes", attributeValue.schema) {
        (key, node, notes) throws(ProfileError) -> Profile.Attribute in
        Profile.Attribute(name: key, value: try attributeValue.read(node, notes))
    }

    private static let attributeValue = Format<JSONValue>([
        "anyOf": [
            ["type": "string"], ["type": "array", "items": ["type": "string"]],
            ["type": "object", "additionalProperties": ["type": "string"]],
        ]
    ]) { (node, notes) throws(ProfileError) in
        switch node.content {
        case .string: break
        case .sequence(let items):
            for item in items { _ = try Formats.text.read(item, notes) }
        case .mapping(let entries):
            for entry in entries { _ = try Formats.text.read(entry.value, notes) }
        default: throw .wrongType(node, expected: "text, a list of text or a mapping of text")
        }
        return node.json
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
            Field("subscribers", "The people who can sign in.", ProviderFormat.subscribers, into: \.subscribers),
            Field(
                "defect", "What is wrong with the provider's answers.", Formats.choice(ResponseDefect.self),
                default: "none", into: \.defect),
            Field("schemes", "How the provider answers.", ProviderFormat.schemes, default: ["saml"], into: \.schemes),
            Field(
                "apiResponse", "What the provider answers where the question is not SAML.",
                merging: ProviderFormat.apiResponse, startingFrom: .init(), into: \.apiResponse),
            Field(
                "homeNetwork",
                "The subscriber at whose home the browsers are: they sign in without a password; null: nobody is known by "
                    + "their network.",
                Formats.line.referring(to: .anySubscriber).orNull, default: .null, into: \.homeNetwork),
            Field(
                "serviceProviders",
                "The SAML service providers, by entity id, that the provider knows besides the service.",
                PartyFormat.serviceProviders, default: .object([:]), into: \.serviceProviders),
        ])
}
