import EntitlementAPI
import SimulatedDevice
import SimulationCore

/// Every step that a flow can have.
enum FlowTable {
    static let steps: [FlowFormat.Step] = appCalls + appLife + worldEvents

    private static let appCalls: [FlowFormat.Step] = [
        .init(
            "setRequestor", "The app sets its requestor; alone: the profile's.",
            Formats.line.referring(to: .requestor).orNull, standsAlone: true
        ) { .setRequestor($0 ?? "") },
        .init("checkAuthentication", "The app asks whether the viewer is authenticated.", .checkAuthentication),
        .init(
            "getAuthentication", "The app wants the viewer authenticated.",
            authenticationCall.format(startingFrom: .init()), standsAlone: true
        ) { .getAuthentication($0) },
        .init(
            "setSelectedProvider", "The app chooses an MVPD; null cancels.",
            Formats.line.referring(to: .anyMVPD).orNull, standsAlone: true
        ) { .setSelectedProvider($0) },
        .init("getSelectedProvider", "The app asks which MVPD is chosen.", .getSelectedProvider),
        .init("checkAuthorization", "The app asks for a resource without signing in.", Formats.line) {
            .checkAuthorization($0)
        },
        .init("getAuthorization", "The app asks for a resource and signs in where it must.", Formats.line) {
            .getAuthorization($0)
        },
        .init("checkPreauthorizedResources", "The app asks which resources it could play.", preauthorization) {
            .checkPreauthorizedResources($0.resources, cache: $0.cache)
        },
        .init("getMetadata", "The app asks for metadata.", metadataKey) { .getMetadata($0) },
        .init("logout", "The app logs the viewer out.", .logout),
        .init("setOptions", "The app sets the SDK's options.", options) { .setOptions($0) },
    ]

    private static let appLife: [FlowFormat.Step] = [
        .init("relaunch", "A new process of the same app over the same storage.", .relaunch),
        .init("foreground", "The app comes to the front and calls setRequestor again.", .foreground),
    ]

    /// What is done to the world from outside.
    static let worldEvents: [FlowFormat.Step] = [
        .init("permission", "The person decides about the app in Settings.", Formats.choice(AccessPermission.self)) {
            .command(.setPermission(bundleID: nil, $0))
        },
        .init(
            "signIn", "The person signs in at system level.", signIn.format(startingFrom: .init())
        ) { step in
            let account = step.account
            return .command(
                .signIn(
                    provider: account.provider, subscriber: account.subscriber, expires: account.expires,
                    grant: step.grant))
        },
        .init("signOut", "The person signs out at system level.", .command(.signOut)),
        .init("advance", "Time passes.", Formats.step) { .command(.advanceClock(seconds: $0)) },
        .init("viewer", "The person's answers change.", ViewerAnswers.patchFormat) { .command(.setViewer($0)) },
        .init("settings", "What the device is changes.", DeviceSettings.patchFormat) { .command(.setSettings($0)) },
        .init("app", "What the device knows of the profile's app changes.", Profile.DeviceApp.patchFormat) {
            .command(.setApp(bundleID: nil, $0))
        },
        .init(
            "integration", "An integration changes.", integrationChange.format(startingFrom: .init())
        ) { .command(.setIntegration(requestor: $0.name.requestor, mvpd: $0.name.mvpd, $0.set)) },
        .init("provider", "A provider changes.", providerChange.format(startingFrom: .init())) {
            .command(.setProvider(id: $0.id, $0.set))
        },
        .init(
            "revokeStatement", "The dashboard revokes an app's software statement; alone: that of the profile's app.",
            statement.format(startingFrom: .init()), standsAlone: true
        ) { .command(.revokeStatement(bundleID: $0.bundleID, requestors: $0.requestors)) },
        .init(
            "renewStatement", "The dashboard gives an app a new software statement; alone: the profile's app.",
            DeviceFormat.bundleID.orNull, standsAlone: true
        ) { .command(.renewStatement(bundleID: $0)) },
        .init("fault", "Something is to go wrong from now on.", FaultFormat.fault) { .command(.addFault($0)) },
        .init("clearFaults", "Nothing is to go wrong any more.", .command(.clearFaults)),
    ]

    // MARK: - Arguments

    private struct Statement: Sendable {
        var bundleID: String?
        var requestors: [String]?
    }

    /// Such as a statement can be limited to: of none it would be for nobody.
    private static let requestors = Format<[String]>(
        Formats.list(Formats.line, of: "requestors").schema.merging(["minItems": 1]) { $1 }
    ) { (node, notes) throws(ProfileError) in
        let names = try Formats.list(Formats.line, of: "requestors").read(node, notes)
        do throws(CommandError) {
            guard try CommandArguments.limits(names) != nil else {
                throw CommandError(.invalid, "a statement for no requestor is none: leave them out for the one for all")
            }
        } catch {
            throw ProfileError(.wrongValue, at: node.position, error.reason)
        }
        return names
    }

    private static let statement = ObjectFormat<Statement>(
        title: "revokeStatement",
        fields: [
            Field("bundleID", "The app.", DeviceFormat.bundleID.orNull, into: \.bundleID),
            Field(
                "requestors", "Those that the statement is limited to; absent: the one for all.",
                requestors.orNull, into: \.requestors),
        ])

    private static let mvpds = Formats.list(Formats.line.referring(to: .anyMVPD), of: "MVPD ids")

    private static let filter = ObjectFormat<FlowStep.AuthenticationCall>(
        title: "filter",
        fields: [
            Field("TV_PROVIDERS", "The MVPDs to show in Apple's picker.", mvpds.orNull, into: \.providers),
            Field("FEATURED_TV_PROVIDERS", "Those marked as featured.", mvpds.orNull, into: \.featured),
        ])

    private static let authenticationCall = ObjectFormat<FlowStep.AuthenticationCall>(
        title: "getAuthentication",
        fields: [
            Field("filter", "What to show in Apple's picker.", filter.format(startingFrom: .init())) {
                (given, call, _, _) throws(ProfileError) in
                call.providers = given.providers
                call.featured = given.featured
            },
            Field("force", "Whether to authenticate anew.", Formats.boolean, default: false, into: \.force),
            Field("data", "Opaque pairs for the service.", options.orNull, into: \.data),
        ])

    private struct Preauthorization: Sendable {
        var resources: [String] = []
        var cache = true
    }

    private static let resources = Formats.list(Formats.line, of: "resources")

    private static let preauthorizationForm = ObjectFormat<Preauthorization>(
        title: "checkPreauthorizedResources",
        fields: [
            Field("resources", "The resources.", resources, required: true, into: \.resources),
            Field("cache", "Whether earlier answers may be used.", Formats.boolean, default: true, into: \.cache),
        ])

    private static let preauthorization = Format<Preauthorization>([
        "anyOf": [.object(resources.schema), .object(preauthorizationForm.schema)]
    ]) { (node, notes) throws(ProfileError) in
        var call = Preauthorization()
        if case .mapping = node.content {
            try preauthorizationForm.read(node, into: &call, notes)
        } else {
            call.resources = try resources.read(node, notes)
        }
        return call
    }

    private static let authorizationKey = ObjectFormat<[String]>(
        title: "getMetadata",
        fields: [
            Field("authorization", "The resource whose token is asked about.", Formats.line, required: true) {
                (resource, key, _, _) throws(ProfileError) in key = [resource]
            }
        ])

    private static let metadataKey = Format<FlowStep.MetadataKey>([
        "anyOf": [.object(Formats.line.schema), .object(authorizationKey.schema)]
    ]) { (node, notes) throws(ProfileError) in
        if case .mapping = node.content {
            var resource: [String] = []
            try authorizationKey.read(node, into: &resource, notes)
            return .authorization(resource: resource.first ?? "")
        }
        switch try Formats.line.read(node, notes) {
        case "authentication": return .authentication
        case "deviceID": return .deviceID
        case "authorization":
            throw ProfileError(
                .wrongValue, at: node.position, "the authorization of which resource? Write {authorization: RESOURCE}")
        case let key: return .user(key)
        }
    }

    /// Keys and values that are handed on as they are.
    private static let options = Format<[String: JSONValue]>(["type": "object"]) { (node, _) throws(ProfileError) in
        guard case .object(let values) = node.json else { throw .wrongType(node, expected: "a mapping") }
        return values
    }

    private struct SignIn: Sendable {
        var account = Profile.Account()
        var grant: String?
    }

    private static let signIn = ObjectFormat<SignIn>(
        title: "signIn",
        fields: [
            Field(
                "provider", "The key of a provider.", Formats.line.referring(to: .accountProvider), required: true,
                into: \.account.provider),
            Field("as", "The key of one of its subscribers.", Formats.line, required: true) {
                (name, step, node, notes) throws(ProfileError) in
                step.account.subscriber = name
                notes.references.append(
                    Reference(kind: .subscriber(provider: step.account.provider), name: name, position: node.position))
            },
            Field(
                "expires", "When the authentication ends.", Formats.expiry,
                default: .string(Profile.Account.defaultExpiry.description), into: \.account.expires),
            Field("grant", "An app that gets access with the sign-in.", DeviceFormat.bundleID.orNull, into: \.grant),
        ])

    private struct IntegrationChange: Sendable {
        var name = IntegrationName()
        var set = Patch<Profile.Integration>(checked: [:])
    }

    private static let integrationChange = ObjectFormat<IntegrationChange>(
        title: "integration",
        fields: IntegrationName.format.fields.map { $0.lifted(to: \.name) } + [
            Field("set", "What changes.", Profile.Integration.patchFormat, required: true, into: \.set)
        ])

    private struct ProviderChange: Sendable {
        var id = ""
        var set = Patch<Profile.Provider>(checked: [:])
    }

    private static let providerChange = ObjectFormat<ProviderChange>(
        title: "provider",
        fields: [
            Field("id", "The provider.", Formats.line.referring(to: .provider), required: true, into: \.id),
            Field("set", "What changes.", Profile.Provider.patchFormat, required: true, into: \.set),
        ])
}

/// Which integration a command means.
struct IntegrationName: Sendable {
    /// The requestor; empty: the profile's.
    var requestor = ""
    var mvpd = ""

    static let format = ObjectFormat<IntegrationName>(
        title: "resetIntegration",
        fields: [
            Field(
                "requestor", "The requestor; absent: the profile's.", Formats.line.referring(to: .requestor),
                into: \.requestor),
            Field("mvpd", "The MVPD.", Formats.line, required: true) {
                (mvpd, name, node, notes) throws(ProfileError) in
                name.mvpd = mvpd
                notes.references.append(
                    Reference(kind: .mvpd(requestor: name.requestor), name: mvpd, position: node.position))
            },
        ])
}
