package import Foundation
package import TVSimStructuredText
import TVSimXMLSecurity

/// The options of `saml validate`, which are also the keys of `POST saml/validate`: a response, keys and requirements.
package struct ValidationOptions: Sendable {
    /// The response, as XML or as its Base64.
    package private(set) var response = ""
    /// The texts with the trusted certificates.
    private var certificates: [String] = []
    /// The time of the validation; `nil` for the caller's default.
    package private(set) var at: Date?
    private var keys = ResponseCheck.Keys()
    private var requirements = ResponseRequirements()
    /// The metadata of the service provider that receives the response; `nil` if it is not given.
    private var spMetadata: String?

    /// Reads the given options.
    ///
    /// - Throws: `CommandError` or `SourceError` for an invalid option.
    package init(_ given: ParsedOptions) throws {
        self.init()
        try given.read(Self.fields, into: &self)
        guard !certificates.isEmpty || !keys.fingerprints.isEmpty else {
            let names =
                given.spelling == .commandLine ? "--certificate or --fingerprint" : "'certificates' or 'fingerprints'"
            throw CommandError(.invalid, "no trusted certificate is given: expected \(names)")
        }
    }

    private init() {}

    /// Returns the check that the options describe.
    ///
    /// Metadata gives the values that no option names: that of the identity provider the issuer, and that of the
    /// service provider the audience and the recipient.
    ///
    /// - Throws: `CommandError` if a certificate, a key or metadata is malformed.
    package func check(in given: ParsedOptions) throws -> ResponseCheck {
        let smallKeys = keys.allowsSmallKeys
        let hint = { (error: XMLError) in error.weakness == .smallKey ? "allowSmallKeys" : nil }
        let allowsSHA1 = keys.allowsSHA1
        try given.check("fingerprints", keys.fingerprints) { (text) throws(XMLError) in
            _ = try CertificateFingerprint(text, allowingSHA1: allowsSHA1)
        }
        try given.check("certificates", certificates, hint: hint) { (pem) throws(XMLError) in
            _ = try TrustedCertificate.all(in: pem, allowingSmallKeys: smallKeys)
        }
        try given.check("decryptionKeys", keys.decryption) { (pem) throws(XMLError) in
            _ = try DecryptionKey.all(pem: pem)
        }
        var check = try ResponseCheck(certificates: certificates, keys: keys)
        check.requirements = requirements
        if requirements.issuer == nil { check.requirements.issuer = publishedIssuer }
        if let spMetadata {
            do throws(XMLError) {
                let party = try PublishedEntity(spMetadata)
                if requirements.recipient == nil {
                    check.requirements.recipient = try party.recipient(orGiven: given.spelling("recipient"))
                }
                check.requirements.audience = requirements.audience ?? party.entityID
            } catch {
                throw given.malformed("spMetadata", error.description)
            }
        }
        return check
    }

    /// The identity provider whose metadata contains the certificates; `nil` without metadata, or for several ones.
    private var publishedIssuer: String? {
        let entities = certificates.compactMap { try? PublishedEntity($0) }.filter(\.isIdentityProvider)
        let names = Set(entities.map { EntityID($0.entityID) })
        return names.count == 1 ? names.first?.rawValue : nil
    }
}

extension ValidationOptions {
    /// The options in camel case, those that repeat and are nouns in the plural.
    package static let fields = ObjectFormat<ValidationOptions>(
        title: "saml/validate", defaults: ValidationOptions(),
        fields: [
            Field(
                "response",
                "The response, XML or Base64. A form body, an HTML page or an entry of an HTTP archive with the field "
                    + "'SAMLResponse', and percent-encoded text, are read too.", Formats.text, required: true,
                into: \.response),
            Field(
                "certificates",
                "The trusted certificates: PEM, PKCS #7, SAML metadata of the identity provider, or the Base64 of DER. "
                    + "Metadata also gives the expected issuer.",
                Formats.list(Formats.text, of: "certificates"), documentsDefault: false, into: \.certificates),
            texts(
                "fingerprints",
                "The fingerprints of trusted certificates that the response must show: hexadecimal digits of SHA-256, or of "
                    + "SHA-1 with allowSHA1.", \.keys.fingerprints),
            text("issuer", "The expected issuer.", \.requirements.issuer),
            text("audience", "The expected audience.", \.requirements.audience),
            text("recipient", "The expected recipient, a URL.", \.requirements.recipient),
            text("inResponseTo", "The expected InResponseTo.", \.requirements.inResponseTo),
            text(
                "spMetadata",
                "SAML metadata of the service provider: its entityID is the expected audience, and its assertion consumer "
                    + "service (HTTP-POST) the expected recipient.", \.spMetadata),
            Field(
                "at", "The time of the validation. Default: the world's clock.", Formats.instant.orNull,
                documentsDefault: false, into: \.at),
            Field(
                "clockSkew", "The accepted difference between the issuer's clock and this one.", Formats.duration,
                into: \.requirements.clockSkew),
            Field(
                "profile", "The kind of response.", Formats.choice(ResponseRequirements.Profile.self),
                into: \.requirements.profile),
            flag("allowSHA1", "Accepts SHA-1 in signatures and fingerprints.", \.keys.allowsSHA1),
            flag(
                "unsolicited",
                "Accepts an unsolicited response. Without inResponseTo, only unsolicited responses are valid.",
                \.requirements.unsolicited),
            texts("decryptionKeys", "RSA keys for decryption, in PEM.", \.keys.decryption, of: Formats.text),
            flag("allowLegacyEncryption", "Decrypts RSA PKCS#1 v1.5 and triple DES.", \.keys.allowsLegacyEncryption),
            flag("allowSmallKeys", "Accepts RSA keys of fewer than 2048 bits.", \.keys.allowsSmallKeys),
            texts("requireAttributes", "The required attributes.", \.requirements.requiredAttributes),
            texts("seen", "Assertions that were accepted before, and are now replays.") { names, options in
                let seen = Set(names)
                options.requirements.isReplay = { seen.contains($0) }
            },
            text("authnContext", "The required class of the authentication context.", \.requirements.authnContext),
            Field(
                "proxyCount", "The largest number of proxying identity providers.", Formats.count().orNull,
                documentsDefault: false, into: \.requirements.proxyCount),
            text("subject", "The required NameID.", \.requirements.subject),
            text(
                "spNameQualifier", "The required SPNameQualifier of the NameID, if it has one.",
                \.requirements.spNameQualifier),
            flag(
                "strict", "Refuses an IssueInstant or AuthnInstant in the future.", \.requirements.strictInstants),
            texts("allow", "Deviations to accept, such as element-order.") { (names, options) throws(SourceError) in
                for name in names { options.requirements.allowed.insert(try relaxation(name)) }
            },
        ])

    private typealias Path<Value> = any WritableKeyPath<ValidationOptions, Value> & Sendable

    private static func flag(_ key: String, _ summary: String, _ path: Path<Bool>) -> Field<ValidationOptions> {
        Field(key, summary, Formats.boolean, into: path)
    }

    private static func text(_ key: String, _ summary: String, _ path: Path<String?>) -> Field<ValidationOptions> {
        Field(key, summary, Formats.text.orNull, documentsDefault: false, into: path)
    }

    private static func texts(
        _ key: String, _ summary: String, _ path: Path<[String]>, of format: Format<String> = Formats.line
    ) -> Field<ValidationOptions> {
        Field(key, summary, Formats.list(format, of: key), documentsDefault: false, into: path)
    }

    private static func texts(
        _ key: String, _ summary: String,
        store: @escaping @Sendable ([String], inout ValidationOptions) throws(SourceError) -> Void
    ) -> Field<ValidationOptions> {
        Field(key, summary, Formats.list(Formats.line, of: key), from: { _ in nil }) {
            (names, options, _, _) throws(SourceError) in try store(names, &options)
        }
    }

    private static func relaxation(_ name: String) throws(SourceError) -> ResponseRequirements.Relaxation {
        if let relaxation = ResponseRequirements.Relaxation(rawValue: name) { return relaxation }
        let names = ResponseRequirements.Relaxation.allCases.map(\.rawValue)
        throw SourceError(
            .unknownReference, at: .root,
            "unknown relaxation '\(name)': expected one of \(names.joined(separator: ", "))",
            suggestion: Suggestion.closest(to: name, among: names))
    }
}
