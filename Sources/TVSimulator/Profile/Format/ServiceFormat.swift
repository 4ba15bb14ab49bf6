import EntitlementAPI
import EntitlementService
import SimulationCore

/// The profile's `service`.
enum ServiceFormat {
    static let fields = ObjectFormat<Profile.Service>(
        title: "service",
        fields: [
            Field("requestors", "The requestors by id.", requestors, into: \.requestors),
            Field(
                "throttling", "How many requests a device may make; null: any number.", throttling.orNull,
                default: .null, into: \.throttling),
            Field(
                "partnerRequestID",
                "The ID of every SAML request for Apple's framework, so that responses written beforehand answer it; "
                    + "null: each has one of its own.", xmlIdentifier.orNull, default: .null, into: \.partnerRequestID),
            Field(
                "accessTokenTTL", "How long an access token lives.", Formats.duration,
                default: .string(TimeText.format(duration: ServiceConfiguration.default.accessTokenTTL)),
                into: \.accessTokenTTL),
        ])

    private static let xmlIdentifier = Format<String>(["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_.-]*$"]) {
        (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        guard ServiceConfiguration.isXMLIdentifier(text) else {
            throw ProfileError(
                .wrongValue, at: node.position,
                "'\(text)' is no ID of XML: a letter or '_', then letters, digits, '_', '.' and '-'")
        }
        return text
    }

    private static let throttling = ObjectFormat<Throttle>(
        title: "throttling",
        fields: [
            Field(
                "requestsPerSecond", "How many requests each second allows.", Formats.count(in: Throttle.rates),
                default: 1,
                into: \.requestsPerSecond),
            Field(
                "burst", "How many requests beyond them a device has, once.", Formats.count(in: Throttle.bursts),
                default: 10,
                into: \.burst),
        ]
    ).format(startingFrom: Throttle())

    private static let requestorFields = ObjectFormat<Profile.Requestor>(
        title: "a requestor",
        fields: [
            Field("integrations", "The MVPDs by id, in the order of dialogs.", integrations, into: \.integrations),
            Field(
                "certificate", "The certificate for whose key user metadata is encrypted; PEM.",
                PartyFormat.certificate.orNull, default: .null, into: \.certificate),
            Field(
                "encryptedMetadata",
                "The keys of user metadata that are encrypted; null: zip and encryptedZip, left out without a certificate.",
                Formats.list(Formats.line, of: "keys").orNull, default: .null, into: \.encryptedMetadata),
            Field(
                "serviceTokenCertificate", "The certificate of the identity service that signs AD-Service-Token; PEM.",
                PartyFormat.certificate.orNull, default: .null, into: \.serviceTokenCertificate),
            Field(
                "enhancedErrors", "Whether the SDK's preauthorize tells why a resource may not be watched.",
                Formats.boolean, default: true, into: \.enhancedErrors),
            Field(
                "domains", "The domains at which apps may be redirected; none: anywhere.",
                Formats.list(domain, of: "domains"), default: [], into: \.domains),
        ])

    private static let domain = Format<String>([
        "type": "string", "pattern": "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$",
    ]) { (node, notes) throws(ProfileError) in
        let text = try Formats.text.read(node, notes)
        guard text.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*/) != nil else {
            throw ProfileError(
                .wrongValue, at: node.position,
                "'\(text)' is no domain: letters, digits and hyphens in parts joined by dots, such as example.com")
        }
        return text
    }

    private static let requestors = Formats.map(of: "requestors", requestorFields.schemaOrNothing) {
        (entry, notes) throws(ProfileError) -> Profile.Requestor in
        var requestor = Profile.Requestor(id: entry.key)
        try requestorFields.read(entry.value, into: &requestor, notes)
        return requestor
    }

    private static let integrations = Formats.map(of: "integrations", Profile.Integration.fields.schemaOrNothing) {
        (entry, notes) throws(ProfileError) -> Profile.Integration in
        var integration = Profile.Integration(mvpd: entry.key)
        try Profile.Integration.fields.read(entry.value, into: &integration, notes)
        return integration
    }

    fileprivate static let boardingStatus: Format<Profile.BoardingChoice> =
        Formats.choice([ConfiguredMVPD.BoardingStatus.supported, .picker]).orNull.map(Profile.BoardingChoice.fixed)

    fileprivate static let resourceLimit = Formats.count(in: Integration.resourceLimits)

    fileprivate static let tempPass = ObjectFormat<TempPass>(
        title: "tempPass",
        fields: [
            Field("duration", "How long the trial lasts.", Formats.duration, required: true, into: \.duration),
            Field(
                "resources", "How many resources a promotional trial opens.", Formats.count(in: TempPass.counts).orNull,
                into: \.resources),
            Field(
                "userInformationKey", "The key under which an app says who uses a promotional trial.", Formats.line,
                default: "email", into: \.userInformationKey),
        ]
    ).format(startingFrom: TempPass(duration: 0))
}

extension Profile.Integration: DescribedByFields {
    package static var example: Profile.Integration { Profile.Integration(mvpd: "example") }

    static let fields = ObjectFormat<Profile.Integration>(
        title: "an integration",
        fields: [
            Field(
                "provider",
                "The platform mapping id, a key of providers; null: Apple does not know the MVPD. "
                    + "Absent: the provider of the same key, if there is one.",
                Formats.line.referring(to: .provider).orNull, into: \.provider),
            Field("displayName", "The name that people see; else the MVPD's id.", Formats.line, into: \.displayName),
            Field("enabled", "Whether the integration is enabled.", Formats.boolean, default: true, into: \.enabled),
            Field(
                "singleSignOn", "Whether single sign-on is enabled for the platform.", Formats.boolean, default: true,
                into: \.singleSignOn),
            Field(
                "boardingStatus", "SUPPORTED, PICKER or null; absent: what the provider's boarding implies.",
                ServiceFormat.boardingStatus, into: \.boardingStatus),
            Field(
                "authenticationTTL", "How long an authentication token lives.", Formats.duration, default: "30d",
                into: \.authenticationTTL),
            Field(
                "authorizationTTL", "How long an authorization token lives.", Formats.duration, default: "1d",
                into: \.authorizationTTL),
            Field(
                "mediaTokenTTL", "How long a media token lives.", Formats.duration, default: "7m",
                into: \.mediaTokenTTL),
            Field(
                "authorizationResourceLimit", "The most resources that one request for authorization may name.",
                ServiceFormat.resourceLimit, default: 1,
                into: \.authorizationResourceLimit),
            Field(
                "preauthorizationResourceLimit", "The most resources that one request for preauthorization may name.",
                ServiceFormat.resourceLimit, default: 5,
                into: \.preauthorizationResourceLimit),
            Field(
                "degradation", "The degradation rule in force.", Formats.choice(Degradation.self),
                default: "none", into: \.degradation),
            Field(
                "degradationMessage", "What people are told while the rule denies; null: nothing.",
                Formats.line.orNull, default: .null, into: \.degradationMessage),
            Field(
                "enforcePlatformPermissions",
                "Whether an app that was refused access may not use what other apps obtained.", Formats.boolean,
                default: false, into: \.enforcePlatformPermissions),
            Field(
                "dummyAuthorization", "Whether everybody who is signed in may watch, the MVPD not being asked.",
                Formats.boolean, default: false, into: \.dummyAuthorization),
            Field(
                "authenticationPerRequestor", "Whether each requestor needs a sign-in of its own.", Formats.boolean,
                default: false, into: \.authenticationPerRequestor),
            Field(
                "passiveAuthentication", "Whether the MVPD can be asked without showing itself.", Formats.boolean,
                default: false, into: \.passiveAuthentication),
            Field(
                "homeBasedAuthenticationTTL",
                "How long a token lives that the home's network gave; null: as long as others.",
                Formats.duration.orNull, default: .null, into: \.homeBasedAuthenticationTTL),
            Field(
                "homeBasedAuthorization", "Whether who was known by their home's network may watch.", Formats.boolean,
                default: true, into: \.homeBasedAuthorization),
            Field(
                "safariViewController", "Whether the pages need a Safari view controller.", Formats.boolean,
                default: false, into: \.safariViewController),
            Field(
                "logoutEndpoint", "Whether the MVPD has a logout endpoint.", Formats.boolean, default: true,
                into: \.logoutEndpoint),
            Field(
                "tempPass", "The trial that this pseudo-MVPD gives.", ServiceFormat.tempPass.orNull,
                default: .null, into: \.tempPass),
            Field(
                "identityProvider",
                "A SAML identity provider outside of the simulation where people sign in; null: the simulated provider.",
                PartyFormat.identityProvider.orNull, default: .null, into: \.identityProvider),
        ])
}
