package import Settings
import StructuredText

extension ResponseOrder {
    /// The keys of `POST saml/issue`: the options of `saml issue` in camel case, those that repeat in the plural.
    ///
    /// Keys and certificates are texts in PEM, because the server reads no files for its clients.
    package static let fields = ObjectFormat<ResponseOrder>(
        title: "saml/issue", defaults: ResponseOrder(),
        fields: party + contents + times + signature + [
            Field("defects", "The names of the defects.", Formats.list(Formats.line, of: "defects"), into: \.defects),
            Field(
                "seed", "The seed for identifiers.", Formats.count(), documentsDefault: true,
                from: { Int(exactly: $0.seed) }
            ) { (seed, order, _, _) throws(SourceError) in order.seed = UInt64(seed) },
        ])

    private static let party: [Field<ResponseOrder>] = [
        Field(
            "provider",
            "The provider of this world that issues the response. Default: a provider that belongs to no world.",
            Formats.line.orNull, documentsDefault: false, into: \.provider),
        Field(
            "as", "The provider's subscriber. Default: its first one.", Formats.line.orNull, documentsDefault: false,
            into: \.subscriber),
    ]

    private static let contents: [Field<ResponseOrder>] = [
        text("issuer", "The issuer.", \.issuer),
        texts("audiences", "Audiences, of which one must match.", \.audiences),
        texts(
            "furtherAudiences", "Audiences in separate restrictions, which all must match.", \.furtherAudiences),
        text("recipient", "The Recipient; empty for a response without a subject confirmation.", \.recipient),
        text("destination", "The Destination.", \.destination),
        text("inResponseTo", "The InResponseTo. Default: the provider's newest pending request.", \.inResponseTo),
        Field("unsolicited", "Omits InResponseTo.", Formats.boolean, into: \.unsolicited),
        text("nameID", "The NameID.", \.nameID),
        text("nameIDFormat", "The NameID format: persistent, transient … or an identifier.", \.nameIDFormat),
        Field(
            "attributes", "The attributes of the user, by name: a value or a list of values.", attributeMap,
            documentsDefault: false, into: \.attributes),
        text(
            "attributeNameFormat",
            "The NameFormat of attributes: basic, uri, unspecified or an identifier; empty omits it.",
            \.attributeNameFormat),
        texts("statuses", "The status codes, beginning with the top-level one.", \.statuses),
        text("statusMessage", "The StatusMessage.", \.statusMessage),
        text("responseID", "The ID of the response.", \.responseID),
        text("assertionID", "The ID of the assertion.", \.assertionID),
        text("authnContext", "The class of the authentication context.", \.authnContext),
        text("sessionIndex", "The SessionIndex.", \.sessionIndex),
        Field("oneTimeUse", "Adds OneTimeUse.", Formats.boolean, into: \.oneTimeUse),
        Field(
            "proxyCount", "The Count of a ProxyRestriction.", Formats.count().orNull, documentsDefault: false,
            into: \.proxyCount),
    ]

    private static let times: [Field<ResponseOrder>] = [
        Field(
            "at", "The time of issue. Default: the world's clock.", Formats.instant.orNull, documentsDefault: false,
            into: \.at),
        time("notBefore", "The NotBefore of the conditions.", \.notBefore),
        time("notOnOrAfter", "The NotOnOrAfter of the conditions.", \.notOnOrAfter),
        time(
            "confirmationNotOnOrAfter", "The NotOnOrAfter of the subject confirmation; never omits it.",
            \.confirmationNotOnOrAfter),
        time("authnInstant", "The AuthnInstant; never omits the authentication statement.", \.authnInstant),
        time("sessionNotOnOrAfter", "The SessionNotOnOrAfter; never omits it.", \.sessionNotOnOrAfter),
    ]

    private static let signature: [Field<ResponseOrder>] = [
        Field("signed", "The signed element.", Formats.choice(ResponseMaker.Signing.Signed.self), into: \.signed),
        pem("privateKey", "The RSA key for the signature. Default: the provider's.", \.privateKey),
        pem("certificate", "The certificate in the message, which belongs to the key.", \.certificate),
        Field(
            "omitCertificate", "Omits the certificate from the message.", Formats.boolean, into: \.omitCertificate),
        Field(
            "algorithm", "The signature algorithm: rsa-sha256, rsa-pss-sha256 …", Formats.line, into: \.algorithm),
        Field("digest", "The digest algorithm: sha256, sha384, sha512, sha1.", Formats.line, into: \.digest),
        pem("encryptFor", "The certificate for which the assertion is encrypted.", \.encryptFor),
        text("encryption", "The encryption algorithm. Default: aes256-gcm.", \.encryption),
        text("keyTransport", "The key transport algorithm. Default: rsa-oaep.", \.keyTransport),
    ]

    // MARK: - Kinds of keys

    private static func text(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseOrder, String?> & Sendable
    ) -> Field<ResponseOrder> {
        Field(key, summary, Formats.text.orNull, documentsDefault: false, into: path)
    }

    private static func texts(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseOrder, [String]> & Sendable
    ) -> Field<ResponseOrder> {
        Field(key, summary, Formats.list(Formats.line, of: key), documentsDefault: false, into: path)
    }

    private static func time(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseOrder, Instant?> & Sendable
    ) -> Field<ResponseOrder> {
        Field(key, summary, Formats.expiry.orNull, documentsDefault: false, into: path)
    }

    private static func pem(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseOrder, NamedPEM?> & Sendable
    ) -> Field<ResponseOrder> {
        let format = Formats.text.map({ NamedPEM(name: key, text: $0) }, back: \.text)
        return Field(key, summary + " In PEM.", format.orNull, documentsDefault: false, into: path)
    }

    private static let attributeMap = Formats.map(
        of: "attributes", ["type": ["string", "array"], "items": ["type": "string"]],
        write: { (attribute: ResponseMaker.Content.Attribute) in
            (attribute.name, values.write(attribute.values))
        }
    ) { (entry, notes) throws(SourceError) in
        guard case .string(let value) = entry.value.value else {
            return .init(entry.key, try values.read(entry.value, notes))
        }
        return .init(entry.key, [value])
    }

    private static let values = Formats.list(Formats.text, of: "values")
}
