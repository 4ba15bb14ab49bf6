import Foundation
import TVSimSAML
package import TVSimStructuredText

extension ResponseMaker {
    /// The options of `saml issue` in camel case, those that repeat in the plural: also the keys of `POST saml/issue`.
    ///
    /// They are read into a maker, whose values they replace. In JSON, `null` and an empty list replace nothing. Keys and
    /// certificates are texts in PEM.
    package static let fields = ObjectFormat<ResponseMaker>(
        title: "saml/issue", defaults: ResponseMaker(at: Date(timeIntervalSince1970: 0)),
        fields: contents + times + signature + [
            Field("defects", "The names of the defects.", Formats.list(Formats.line, of: "defects"), into: \.defects),
            Field(
                "seed", "The seed for identifiers.", Formats.count(), documentsDefault: true,
                from: { Int(exactly: $0.seed) }
            ) { (seed, maker, _, _) throws(SourceError) in maker.seed = UInt64(seed) },
        ])

    private static let contents: [Field<ResponseMaker>] = [
        text("issuer", "The issuer.", \.content.issuer),
        texts("audiences", "Audiences, of which one must match.", \.content.audiences),
        texts(
            "furtherAudiences", "Audiences in separate restrictions, which all must match.",
            \.content.furtherAudiences),
        textOrNone(
            "recipient", "The Recipient; empty for a response without a subject confirmation.", \.content.recipient),
        text("destination", "The Destination.", \.content.destination),
        text(
            "inResponseTo", "The InResponseTo. Default: the provider's newest pending request.",
            \.content.inResponseTo),
        Field(
            "unsolicited", "Omits InResponseTo.", Formats.boolean, documentsDefault: true,
            from: { $0.content.inResponseTo == nil }
        ) { (isUnsolicited, maker, _, _) throws(SourceError) in
            if isUnsolicited { maker.content.inResponseTo = nil }
        },
        text("nameID", "The NameID.", \.content.nameID),
        text(
            "nameIDFormat", "The NameID format: persistent, transient … or an identifier.", \.content.nameIDFormat),
        option("attributes", "The attributes of the user, by name: a value or a list of values.", attributeMap) {
            if !$1.isEmpty { $0.content.attributes = $1 }
        },
        textOrNone(
            "attributeNameFormat",
            "The NameFormat of attributes: basic, uri, unspecified or an identifier; empty omits it.",
            \.content.attributeNameFormat),
        texts("statuses", "The status codes, beginning with the top-level one.", \.content.statusCodes),
        text("statusMessage", "The StatusMessage.", \.content.statusMessage),
        text("responseID", "The ID of the response.", \.content.responseID),
        text("assertionID", "The ID of the assertion.", \.content.assertionID),
        text("authnContext", "The class of the authentication context.", \.content.authnContext),
        text("sessionIndex", "The SessionIndex.", \.content.sessionIndex),
        Field("oneTimeUse", "Adds OneTimeUse.", Formats.boolean, into: \.content.isOneTimeUse),
        Field(
            "proxyCount", "The Count of a ProxyRestriction.", Formats.count().orNull, documentsDefault: false,
            into: \.content.proxyCount),
    ]

    private static let times: [Field<ResponseMaker>] = [
        option("at", "The time of issue. Default: the world's clock.", Formats.instant.orNull) {
            if let instant = $1 { $0.content.setTimes(from: instant) }
        },
        time("notBefore", "The NotBefore of the conditions.", \.content.notBefore),
        time("notOnOrAfter", "The NotOnOrAfter of the conditions.", \.content.notOnOrAfter),
        option(
            "confirmationNotOnOrAfter", "The NotOnOrAfter of the subject confirmation; never omits it.",
            Formats.expiry.orNull
        ) {
            guard let end = $1 else { return }
            $0.content.confirmationNotOnOrAfter = end.resolved(at: $0.content.issueInstant)
            $0.content.confirmationHasEnd = end != .never
        },
        time("authnInstant", "The AuthnInstant; never omits the authentication statement.", \.content.authnInstant),
        time("sessionNotOnOrAfter", "The SessionNotOnOrAfter; never omits it.", \.content.sessionNotOnOrAfter),
    ]

    private static let signature: [Field<ResponseMaker>] = [
        Field("signed", "The signed element.", Formats.choice(Signing.Signed.self), into: \.signing.signed),
        text("privateKey", "The RSA key for the signature. Default: the provider's. In PEM.", \.signing.privateKey),
        text(
            "certificate", "The certificate in the message, which belongs to the key. In PEM.", \.signing.certificate),
        Field(
            "omitCertificate", "Omits the certificate from the message.", Formats.boolean, documentsDefault: true,
            from: { !$0.signing.showsCertificate }
        ) { (omits, maker, _, _) throws(SourceError) in maker.signing.showsCertificate = !omits },
        Field(
            "algorithm", "The signature algorithm: rsa-sha256, rsa-pss-sha256 …", Formats.line,
            into: \.signing.algorithm),
        Field(
            "digest", "The digest algorithm: sha256, sha384, sha512, sha1.", Formats.line, into: \.signing.digest),
        text(
            "encryptFor", "The certificate for which the assertion is encrypted. In PEM.",
            \.signing.encryptionCertificate),
        text("encryption", "The encryption algorithm. Default: aes256-gcm.", \.signing.encryption),
        text("keyTransport", "The key transport algorithm. Default: rsa-oaep.", \.signing.keyTransport),
    ]
}

// MARK: - Kinds of options

extension ResponseMaker {
    private typealias Path<Value> = any WritableKeyPath<ResponseMaker, Value> & Sendable

    /// An option that changes a maker.
    private static func option<Value>(
        _ key: String, _ summary: String, _ format: Format<Value>,
        set: @escaping @Sendable (inout ResponseMaker, Value) -> Void
    ) -> Field<ResponseMaker> {
        Field(key, summary, format, from: { _ in nil }) { (value, maker, _, _) throws(SourceError) in
            set(&maker, value)
        }
    }

    private static func text(_ key: String, _ summary: String, _ path: Path<String>) -> Field<ResponseMaker> {
        option(key, summary, Formats.text.orNull) { if let text = $1 { $0[keyPath: path] = text } }
    }

    private static func text(_ key: String, _ summary: String, _ path: Path<String?>) -> Field<ResponseMaker> {
        option(key, summary, Formats.text.orNull) { if let text = $1 { $0[keyPath: path] = text } }
    }

    /// A text whose empty value removes the part.
    private static func textOrNone(_ key: String, _ summary: String, _ path: Path<String?>) -> Field<ResponseMaker> {
        option(key, summary, Formats.text.orNull) {
            if let text = $1 { $0[keyPath: path] = text.isEmpty ? nil : text }
        }
    }

    private static func texts(_ key: String, _ summary: String, _ path: Path<[String]>) -> Field<ResponseMaker> {
        option(key, summary, Formats.list(Formats.line, of: key)) { if !$1.isEmpty { $0[keyPath: path] = $1 } }
    }

    private static func time(_ key: String, _ summary: String, _ path: Path<Date>) -> Field<ResponseMaker> {
        Field(key, summary, Formats.expiry.orNull, from: { _ in nil }) { (time, maker, _, notes) throws(SourceError) in
            guard let time else { return }
            guard let instant = time.resolved(at: maker.content.issueInstant) else {
                let reason = "'never' is not allowed in \(notes.spelling(key)): expected an instant"
                throw SourceError(.contradiction, at: .root, reason)
            }
            maker[keyPath: path] = instant
        }
    }

    /// A time that `never` removes.
    private static func time(_ key: String, _ summary: String, _ path: Path<Date?>) -> Field<ResponseMaker> {
        option(key, summary, Formats.expiry.orNull) {
            if let time = $1 { $0[keyPath: path] = time.resolved(at: $0.content.issueInstant) }
        }
    }

    private static let attributeMap = Formats.map(
        of: "attributes", ["type": ["string", "array"], "items": ["type": "string"]],
        write: { (attribute: Content.Attribute) in (attribute.name, values.write(attribute.values)) }
    ) { (entry, notes) throws(SourceError) in
        guard case .string(let value) = entry.value.value else {
            return .init(entry.key, try values.read(entry.value, notes))
        }
        return .init(entry.key, [value])
    }

    private static let values = Formats.list(Formats.text, of: "values")
}
