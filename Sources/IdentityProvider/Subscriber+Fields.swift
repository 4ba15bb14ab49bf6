import Foundation
package import TVSimStructuredText
import TVSimXMLSecurity

extension Subscriber: Named {
    package init(named name: String) { self.init(name: name) }

    package static let fields = ObjectFormat<Subscriber>(
        title: "a subscriber", defaults: Subscriber(name: "example"),
        fields: [
            Field("password", "The password to sign in with.", Formats.text, into: \.password),
            Field(
                "code", "The code that the provider sends to the user, for a sign-in page that asks for one.",
                Formats.text, unless: "123456", into: \.code),
            Field(
                "attributes", "The attributes of the user that the provider sends; null removes one.",
                AttributeFormat.changes,
                from: \.attributeChanges
            ) { (changes, subscriber, _, _) throws(SourceError) in
                // A given `userID` is inserted at its position in the profile, instead of the default one.
                let isUnnamed = subscriber.attributes == Subscriber(name: subscriber.name).attributes
                if isUnnamed, changes.contains(where: { $0.name == "userID" }) { subscriber.attributes = [] }
                for change in changes { subscriber.obey(change) }
            },
            Field(
                "nameIDs", "The names of the user in SAML beside the user identifier, by format.",
                merging: SubscriberNames.fields, into: \.nameIDs),
            Field(
                "entitlements", "The resources that the user may watch.",
                Formats.list(Formats.line.naming(ResourceID.self), of: "resources"), into: \.entitlements),
            Field(
                "preauthorized",
                "The resources that the provider permits in advance; null for those that the user may watch.",
                Formats.list(Formats.line.naming(ResourceID.self), of: "resources").orNull,
                from: { $0.preauthorized.map(Optional.some) }
            ) { (resources, subscriber, _, _) throws(SourceError) in subscriber.preauthorized = resources },
            Field(
                "denials",
                "The resources that the provider denies, each with its words to the user, or with text and reason.",
                DenialFormat.map, unless: [], into: \.denials),
            Field(
                "authorizationAttributes",
                "The attributes that the provider sends with a permit only; the profile has them from then on.",
                AttributeFormat.given, unless: [], into: \.authorizationAttributes),
            Field(
                "accounts",
                "The accounts between which the user chooses on a sign-in page, each with the attributes that it "
                    + "changes.", AttributeFormat.accounts, unless: [], into: \.accounts),
            Field(
                "apiResponse", "The answer about the user to requests that are not SAML. Default: the provider's.",
                merging: APIResponse.fields, into: \.apiResponse),
        ])

    /// The changes that create these attributes from the default ones.
    private var attributeChanges: [AttributeChange] {
        let changes = attributes.map { AttributeChange(name: $0.name, value: $0.value) }
        guard !attributes.contains(where: { $0.name == "userID" }) else { return changes }
        return [AttributeChange(name: "userID", value: nil)] + changes
    }

    /// Changes an attribute, appends a new one, or removes it.
    private mutating func obey(_ change: AttributeChange) {
        let place = attributes.firstIndex { $0.name == change.name }
        switch (place, change.value) {
        case (let place?, let value?): attributes[place].value = value
        case (let place?, nil): attributes.remove(at: place)
        case (nil, let value?): attributes.append(SubscriberAttribute(name: change.name, value: value))
        case (nil, nil): break
        }
    }
}

extension APIResponse: TableDescribed {
    package static let fields = ObjectFormat<APIResponse>(
        title: "apiResponse", defaults: APIResponse(),
        fields: [
            Field(
                "status", "The provider's own status.", Formats.text.orNull, from: { $0.status.map(Optional.some) }
            ) { (status, response, _, _) throws(SourceError) in response.status = status },
            Field(
                "body", "The provider's own string, often JSON.", Formats.text.orNull,
                from: { $0.body.map(Optional.some) }
            ) { (body, response, _, _) throws(SourceError) in response.body = body },
        ])
}

private enum DenialFormat {
    /// The denials by resource: a text, or an object with text and reason.
    static let map = Formats.map(
        of: "denials", ["anyOf": [["type": ["string", "null"]], .object(fields.schema)]],
        write: { (denial: ResourceDenial) in
            let isPlain = denial.reason == .subscription
            return (denial.resource.rawValue, isPlain ? JSONValue(denial.text) : fields.write(denial))
        }
    ) { (entry, notes) throws(SourceError) in
        var denial = ResourceDenial(resource: ResourceID(entry.key))
        switch entry.value.value {
        case .null: break
        case .string(let text): denial.text = text
        default: try fields.read(entry.value, into: &denial, notes)
        }
        return denial
    }

    private static let fields = ObjectFormat<ResourceDenial>(
        title: "a denial", defaults: ResourceDenial(resource: ""),
        fields: [
            Field(
                "text", "The provider's words to the user. Default: denialText of the provider.", Formats.text.orNull,
                from: { $0.text.map(Optional.some) }
            ) { (text, denial, _, _) throws(SourceError) in denial.text = text },
            Field("reason", "Why the provider denies.", Formats.choice(ResourceDenial.Reason.self), into: \.reason),
        ])
}

/// A change of an attribute; a value of `nil` removes it.
private struct AttributeChange: Sendable {
    let name: String
    let value: SubscriberAttribute.Value?
}

private enum AttributeFormat {
    static let changes: Format<[AttributeChange]> = {
        let map = Formats.map(
            of: "attributes", value.orNull.schema,
            write: { (change: AttributeChange) in
                (change.name, value.orNull.write(change.value))
            }
        ) { (entry, notes) throws(SourceError) -> AttributeChange in
            let format = entry.key == "userID" ? userID : value
            return AttributeChange(name: entry.key, value: try format.orNull.read(entry.value, notes))
        }
        return map.checked(["properties": ["userID": .object(userID.orNull.schema)]]) { (_, _) throws(SourceError) in }
    }()

    /// Attributes that are given whole, beside the user's identifier.
    static let given = Formats.map(
        of: "attributes", value.schema,
        write: { (attribute: SubscriberAttribute) in
            (attribute.name, value.write(attribute.value))
        }
    ) { (entry, notes) throws(SourceError) in
        guard entry.key != "userID" else {
            throw SourceError(
                .wrongValue, at: entry.path, "only 'attributes' has the userID: services identify the user by it")
        }
        return SubscriberAttribute(name: entry.key, value: try value.read(entry.value, notes))
    }

    /// The accounts of a user by name; all have the user's identifier.
    static let accounts = Formats.map(
        of: "accounts", given.schema,
        write: { (account: SubscriberAccount) in
            (account.name, given.write(account.attributes))
        }
    ) { (entry, notes) throws(SourceError) in
        SubscriberAccount(name: entry.key, attributes: try given.read(entry.value, notes))
    }

    /// The user identifier: one text without white space at its ends, which some services trim.
    private static let userID = Format<SubscriberAttribute.Value>(
        carriedText.schema.merging(["minLength": 1, "not": ["pattern": "^[ \\t\\r\\n]|[ \\t\\r\\n]$"]]) { $1 },
        write: { value.write($0) }
    ) { (cursor, notes) throws(SourceError) in
        let text = try carriedText.read(cursor, notes)
        guard Subscriber.canBeKnown(by: text) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                text.isEmpty
                    ? "a userID must not be empty"
                    : "a userID must not begin or end with white space: services remove it")
        }
        return .text(text)
    }

    /// Text that a SAML response can contain; XML does not allow other control characters.
    private static let carriedText = Formats.text.checked([
        "pattern": "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*$"
    ]) { (text, cursor) throws(SourceError) in
        guard XMLEscaping.canWrite(text) else {
            throw SourceError(
                .wrongValue, at: cursor.path,
                "invalid attribute value: it contains a character that XML does not allow")
        }
    }

    private static let value = Format<SubscriberAttribute.Value>(
        [
            "anyOf": [
                .object(carriedText.schema), ["type": "array", "items": .object(carriedText.schema)],
                ["type": "object", "additionalProperties": ["type": "string"]],
            ]
        ],
        write: { value in
            switch value {
            case .text(let text): .string(text)
            case .list(let items): Formats.list(carriedText, of: "texts").write(items)
            case .map(let members): .object(Members(members.mapValues(JSONValue.string)))
            }
        }
    ) { (cursor, notes) throws(SourceError) in
        if case .string = cursor.value { return .text(try carriedText.read(cursor, notes)) }
        if let items = cursor.items {
            var texts: [String] = []
            for item in items { texts.append(try carriedText.read(item, notes)) }
            return .list(texts)
        }
        guard let entries = cursor.entries else {
            throw .wrongType(cursor, expected: "text, a list of text or a mapping of text")
        }
        var texts: [String: String] = [:]
        for entry in entries { texts[entry.key] = try carriedText.read(entry.value, notes) }
        return .map(texts)
    }
}
