import EntitlementAPI
import StructuredText
import TVSimulator

/// What the endpoints of profiles answer: which kinds each of them shows, and who vouches for a kind.
///
/// spec entitlement § 2.7.
enum ProfileSchemas {
    private typealias Profile = EntitlementAPI.Profile

    /// The named schema of each kind.
    static let components = Dictionary(uniqueKeysWithValues: kinds.map { (name($0), profile($0)) })
        .merging(["Attribute": attribute]) { schema, _ in schema }

    /// `GET profiles`: those that somebody obtained by signing in.
    static let list = profiles([.regular, .appleSSO, .platformSSO, .serviceTokenSSO])
    /// `GET profiles/{mvpd}`.
    static let ofMVPD = profiles(kinds)
    /// `GET profiles/code/{code}`.
    static let ofCode = profiles([.regular, .degraded, .temporary])
    /// `POST profiles/sso/{partner}`.
    static let created = profiles([.appleSSO])
    /// `POST profiles/sso/{partner}` of a degraded MVPD.
    static let degraded = profiles([.degraded])

    /// `POST profiles/sso/{partner}`.
    static let form = Schema.fields([
        "SAMLResponse": ["type": "string", "contentEncoding": "base64", "contentMediaType": "application/xml"]
    ])

    private static let kinds: [Profile.Kind] = [
        .regular, .appleSSO, .platformSSO, .serviceTokenSSO, .degraded, .temporary,
    ]

    private static func profiles(_ kinds: [Profile.Kind]) -> JSONValue {
        Schema.object(["profiles": Schema.map(of: Schema.one(of: kinds.map { Schema.named(name($0)) }))])
    }

    private static func name(_ kind: Profile.Kind) -> String {
        kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst() + "Profile"
    }

    private static func profile(_ kind: Profile.Kind) -> JSONValue {
        let issuer: JSONValue =
            switch kind {
            case .appleSSO: ["const": .string(Profile.appleIssuer)]
            case .degraded, .temporary: ["const": .string(Profile.serviceIssuer)]
            case .regular, .platformSSO, .serviceTokenSSO: ["type": "string", "description": "The MVPD."]
            }
        return Schema.object([
            "notBefore": Schema.milliseconds, "notAfter": Schema.milliseconds, "issuer": issuer,
            "type": Schema.word(kind), "attributes": attributes(of: kind),
        ])
    }

    private static func attributes(of kind: Profile.Kind) -> JSONValue {
        var required = ["userID"]
        if kind == .temporary { required.append("expiration_date") }
        return [
            "type": "object", "required": .array(required.map(JSONValue.string)),
            "additionalProperties": Schema.named("Attribute"),
        ]
    }

    private static let attribute = Schema.object([
        "value": ["type": ["string", "integer", "number", "boolean", "array", "object"]],
        "state": Schema.words([Profile.Attribute.State.plain, .encrypted]),
    ])
}
