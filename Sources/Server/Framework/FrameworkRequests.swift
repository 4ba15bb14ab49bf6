import TVSimDevice
import TVSimStructuredText
import VideoSubscriberAccount

/// The body of `POST framework/access-status`.
struct AccessStatusBody: Sendable {
    var bundleID: String?
    var prompt = false

    static let fields = ObjectFormat<AccessStatusBody>(
        title: "the request", defaults: AccessStatusBody(),
        fields: [
            .app(\.bundleID),
            Field("prompt", "The value of VSCheckAccessOptionPrompt.", Formats.boolean, into: \.prompt),
        ])
}

/// The body of `POST framework/account-metadata`: an app, its manager, and a `VSAccountMetadataRequest`.
struct AccountMetadataBody: Sendable {
    var bundleID: String?
    var delegate = true
    var channelIdentifier: String?
    var supportedAccountProviderIdentifiers: [String] = []
    var featuredAccountProviderIdentifiers: [String] = []
    var verificationToken: String?
    var includeAccountProviderIdentifier = false
    var includeAuthenticationExpirationDate = false
    var localizedVideoTitle: String?
    var isInterruptionAllowed = false
    var forceAuthentication = false
    var attributeNames: [String] = []
    var supportedAuthenticationSchemes = ["SAML"]
    var accountProviderAuthenticationToken: String?
    var applicationAccountProviders: [ApplicationProvider]?

    /// A row that the app adds to the picker.
    struct ApplicationProvider: Sendable {
        var localizedDisplayName = ""
        var identifier = ""

        static let fields = ObjectFormat<ApplicationProvider>(
            title: "an application provider", defaults: ApplicationProvider(),
            fields: [
                Field(
                    "localizedDisplayName", "The name that the picker shows.", Formats.line, required: true,
                    into: \.localizedDisplayName),
                Field(
                    "identifier", "The identifier that the app receives if the user chooses the row.", Formats.line,
                    required: true, into: \.identifier),
            ])
    }

    /// The request of the framework.
    var request: VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = channelIdentifier
        request.supportedAccountProviderIdentifiers = supportedAccountProviderIdentifiers
        request.featuredAccountProviderIdentifiers = featuredAccountProviderIdentifiers
        request.verificationToken = verificationToken
        request.includeAccountProviderIdentifier = includeAccountProviderIdentifier
        request.includeAuthenticationExpirationDate = includeAuthenticationExpirationDate
        request.localizedVideoTitle = localizedVideoTitle
        request.isInterruptionAllowed = isInterruptionAllowed
        request.forceAuthentication = forceAuthentication
        request.attributeNames = attributeNames
        request.supportedAuthenticationSchemes = supportedAuthenticationSchemes.map {
            VSAccountProviderAuthenticationScheme($0)
        }
        request.accountProviderAuthenticationToken = accountProviderAuthenticationToken
        request.applicationAccountProviders = applicationAccountProviders?.map {
            VSAccountApplicationProvider(localizedDisplayName: $0.localizedDisplayName, identifier: $0.identifier)
        }
        return request
    }

    static let fields = ObjectFormat<AccountMetadataBody>(
        title: "the request", defaults: AccountMetadataBody(),
        fields: [
            .app(\.bundleID),
            Field(
                "delegate", "Whether the account manager has a delegate; without one no interface is shown.",
                Formats.boolean, into: \.delegate),
            Field(
                "channelIdentifier", "The requester: the service provider's SAML issuer.", Self.xmlText.orNull,
                into: \.channelIdentifier),
            Field(
                "supportedAccountProviderIdentifiers", "The providers that may answer; empty for all.",
                Formats.list(Formats.text, of: "identifiers"), into: \.supportedAccountProviderIdentifiers),
            Field(
                "featuredAccountProviderIdentifiers", "The providers that the picker shows more prominently.",
                Formats.list(Formats.text, of: "identifiers"), into: \.featuredAccountProviderIdentifiers),
            Field(
                "verificationToken", "The token with which the provider verifies the app.", Formats.text.orNull,
                into: \.verificationToken),
            Field(
                "includeAccountProviderIdentifier", "Whether the metadata contains the provider's identifier.",
                Formats.boolean, into: \.includeAccountProviderIdentifier),
            Field(
                "includeAuthenticationExpirationDate", "Whether the metadata contains the expiration date.",
                Formats.boolean, into: \.includeAuthenticationExpirationDate),
            Field(
                "localizedVideoTitle", "The title of the video that the user wants to watch.", Formats.text.orNull,
                into: \.localizedVideoTitle),
            Field(
                "isInterruptionAllowed", "Whether an interface may interrupt the user.", Formats.boolean,
                into: \.isInterruptionAllowed),
            Field(
                "forceAuthentication", "Whether the user must authenticate again.", Formats.boolean,
                into: \.forceAuthentication),
            Field(
                "attributeNames", "The names of the attributes to request from the provider.",
                Formats.list(Self.xmlText, of: "names"), into: \.attributeNames),
            Field(
                "supportedAuthenticationSchemes", "The schemes that the app supports, such as SAML and API.",
                Formats.list(Formats.text, of: "schemes"), into: \.supportedAuthenticationSchemes),
            Field(
                "accountProviderAuthenticationToken", "The session that a TV provider's own app hands over.",
                Formats.text.orNull, into: \.accountProviderAuthenticationToken),
            Field(
                "applicationAccountProviders", "Rows that the app adds to the picker.",
                Formats.list(ApplicationProvider.fields.format, of: "rows").orNull,
                into: \.applicationAccountProviders),
        ])

    /// Text that can be part of a SAML request.
    private static let xmlText = Formats.text.checked([
        "pattern": #"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]*$"#
    ]) { (text, cursor) throws(SourceError) in
        guard text.unicodeScalars.allSatisfy(XMLCharacter.isAllowed) else {
            throw SourceError(.wrongValue, at: cursor.path, "the text contains a character that XML does not allow")
        }
    }
}

extension Field {
    /// Returns the field for the bundle identifier of the app that calls the framework.
    static func app(_ path: any WritableKeyPath<Root, String?> & Sendable) -> Field<Root> {
        Field(
            "bundleID", "The app. Default: the device's own app.", Formats.bundleID.orNull, into: path)
    }
}
