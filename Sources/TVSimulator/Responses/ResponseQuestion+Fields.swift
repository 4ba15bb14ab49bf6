package import Settings
import StructuredText

extension ResponseQuestion {
    /// The keys of `POST saml/validate`: the response, and the options of `saml validate` in camel case, those that
    /// repeat and are nouns in the plural.
    package static let fields = ObjectFormat<ResponseQuestion>(
        title: "saml/validate", defaults: ResponseQuestion(),
        fields: [
            Field("response", "The response, XML or Base64.", Formats.text, required: true, into: \.response),
            pems("certificates", "The trusted certificates, in PEM.", required: true, \.certificates),
            text("issuer", "The expected issuer.", \.issuer),
            text("audience", "The expected audience.", \.audience),
            text("recipient", "The expected recipient, a URL.", \.recipient),
            text("inResponseTo", "The expected InResponseTo.", \.inResponseTo),
            Field(
                "at", "The time of the validation. Default: the world's clock.", Formats.instant.orNull,
                documentsDefault: false, into: \.at),
            Field(
                "clockSkew", "The accepted difference between the issuer's clock and this one.", Formats.duration,
                into: \.clockSkew),
            Field("profile", "The kind of response.", Formats.choice(ResponseCheck.Profile.self), into: \.profile),
            Field("allowSHA1", "Accepts SHA-1 in signatures.", Formats.boolean, into: \.allowSHA1),
            Field(
                "unsolicited",
                "Accepts an unsolicited response. Without inResponseTo, only unsolicited responses are valid.",
                Formats.boolean, into: \.unsolicited),
            pems("decryptionKeys", "RSA keys for decryption, in PEM.", \.decryptionKeys),
            Field(
                "allowLegacyEncryption", "Decrypts RSA PKCS#1 v1.5 and triple DES.", Formats.boolean,
                into: \.allowLegacyEncryption),
            Field(
                "allowSmallKeys", "Accepts RSA keys of fewer than 2048 bits.", Formats.boolean, into: \.allowSmallKeys),
            texts("requireAttributes", "The required attributes.", \.requireAttributes),
            texts("seen", "Assertions that were accepted before, and are now replays.", \.seen),
            text("authnContext", "The required class of the authentication context.", \.authnContext),
            Field(
                "proxyCount", "The largest number of proxying identity providers.", Formats.count().orNull,
                documentsDefault: false, into: \.proxyCount),
            text("subject", "The required NameID.", \.subject),
            text("spNameQualifier", "The required SPNameQualifier of the NameID, if it has one.", \.spNameQualifier),
            Field(
                "strict", "Refuses an IssueInstant or AuthnInstant in the future.", Formats.boolean, into: \.strict),
            texts("allow", "Deviations to accept, such as element-order.", \.allow),
        ])

    private static func text(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseQuestion, String?> & Sendable
    ) -> Field<ResponseQuestion> {
        Field(key, summary, Formats.text.orNull, documentsDefault: false, into: path)
    }

    private static func texts(
        _ key: String, _ summary: String, _ path: any WritableKeyPath<ResponseQuestion, [String]> & Sendable
    ) -> Field<ResponseQuestion> {
        Field(key, summary, Formats.list(Formats.line, of: key), documentsDefault: false, into: path)
    }

    private static func pems(
        _ key: String, _ summary: String, required: Bool = false,
        _ path: any WritableKeyPath<ResponseQuestion, [NamedPEM]> & Sendable
    ) -> Field<ResponseQuestion> {
        let format = Formats.text.map({ NamedPEM(name: key, text: $0) }, back: \.text)
        return Field(
            key, summary, Formats.list(format, of: key), required: required, documentsDefault: false, into: path)
    }
}
