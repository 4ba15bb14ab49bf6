import EntitlementAPI
import EntitlementService

/// The profile's `service`.
enum ServiceFormat {
    static let fields = ObjectFormat<Profile.Service>(
        title: "service",
        fields: [Field("requestors", "The requestors by id.", requestors, into: \.requestors)])

    private static let requestorFields = ObjectFormat<Profile.Requestor>(
        title: "a requestor",
        fields: [
            Field("integrations", "The MVPDs by id, in the order of dialogs.", integrations, into: \.integrations)
        ])

    private static let requestors = Formats.map(of: "requestors", requestorFields.schemaOrNothing) {
        (key, node, notes) throws(ProfileError) -> Profile.Requestor in
        var requestor = Profile.Requestor(id: key)
        try requestorFields.read(node, into: &requestor, notes)
        return requestor
    }

    private static let integrations = Formats.map(of: "integrations", Profile.Integration.fields.schemaOrNothing) {
        (key, node, notes) throws(ProfileError) -> Profile.Integration in
        var integration = Profile.Integration(mvpd: key)
        try Profile.Integration.fields.read(node, into: &integration, notes)
        return integration
    }

    fileprivate static let boardingStatus: Format<Profile.BoardingChoice> =
        Formats.choice([ConfiguredMVPD.BoardingStatus.supported, .picker]).orNull.map(Profile.BoardingChoice.fixed)

    fileprivate static let tempPass = ObjectFormat<TempPass>(
        title: "tempPass",
        fields: [
            Field("duration", "How long the trial lasts.", Formats.duration, required: true, into: \.duration),
            Field(
                "resources", "How many resources a promotional trial opens.", Formats.count(from: 1).orNull,
                into: \.resources),
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
                "degradation", "The degradation rule in force.", Formats.choice(Degradation.self),
                default: "none", into: \.degradation),
            Field(
                "safariViewController", "Whether the pages need a Safari view controller.", Formats.boolean,
                default: false, into: \.safariViewController),
            Field(
                "logoutEndpoint", "Whether the MVPD has a logout endpoint.", Formats.boolean, default: true,
                into: \.logoutEndpoint),
            Field(
                "tempPass", "The trial that this pseudo-MVPD gives.", ServiceFormat.tempPass.orNull,
                default: .null, into: \.tempPass),
        ])
}
