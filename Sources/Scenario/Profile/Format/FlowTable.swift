import TVSimSDKVocabulary
import TVSimStructuredText

/// The steps of a flow that are actions of the app.
enum FlowTable {
    static let steps: [FlowFormat.Step] = appCalls + appLife

    private static let appCalls: [FlowFormat.Step] = [
        .init(
            "setRequestor", "Sets the requestor. Default: the profile's requestor.", requestor, standsAlone: true
        ) { .call(.setRequestor($0)) },
        .init("checkAuthentication", "Checks whether the user is authenticated.", .call(.checkAuthentication)),
        .init(
            "getAuthentication", "Requests authentication.",
            authenticationCall.format, standsAlone: true
        ) { .call(.getAuthentication($0)) },
        .init(
            "setSelectedProvider", "Selects an MVPD; null cancels the sign-in.",
            mvpd.orNull, standsAlone: true
        ) { .call(.setSelectedProvider($0)) },
        .init("getSelectedProvider", "Requests the selected MVPD.", .call(.getSelectedProvider)),
        .init("checkAuthorization", "Requests authorization for a resource, without a sign-in.", resource) {
            .call(.checkAuthorization($0))
        },
        .init("getAuthorization", "Requests authorization for a resource, with a sign-in if necessary.", resource) {
            .call(.getAuthorization($0))
        },
        .init("checkPreauthorizedResources", "Checks which resources are preauthorized.", preauthorization) {
            .call(.checkPreauthorizedResources($0.resources, usingCache: $0.cache))
        },
        .init("getMetadata", "Requests metadata.", metadataKey) { .call(.getMetadata($0)) },
        .init("logout", "Logs the user out.", .call(.logout)),
        .init("setOptions", "Sets the SDK's options.", options) { .call(.setOptions(SDKOptions(json: $0))) },
    ]

    private static let appLife: [FlowFormat.Step] = [
        .init("relaunch", "Starts a new process of the app, with the same storage.", .relaunch),
        .init("foreground", "Brings the app to the foreground, where it calls setRequestor again.", .foreground),
    ]

    // MARK: - Arguments

    private static let requestor: Format<RequestorID> = {
        let given = Formats.line.referring(to: .requestor).orNull
        return Format(given.schema, write: { .string($0.rawValue) }) { (cursor, notes) throws(SourceError) in
            RequestorID(try given.read(cursor, notes) ?? notes.requestor)
        }
    }()

    private static let resource = Formats.line.naming(ResourceID.self)
    private static let mvpd = Formats.line.referring(to: .anyMVPD).naming(MVPDID.self)
    private static let mvpds = Formats.list(mvpd, of: "MVPD ids")

    private static let filter = ObjectFormat<AuthenticationRequest>(
        title: "filter", defaults: AuthenticationRequest(),
        fields: [
            Field(
                AuthenticationRequest.shownKey, "The MVPDs that Apple's picker lists.", mvpds.orNull,
                documentsDefault: false,
                into: \.providers),
            Field(
                AuthenticationRequest.featuredKey, "The MVPDs that Apple's picker features.", mvpds.orNull,
                documentsDefault: false,
                into: \.featured),
        ])

    private static let authenticationCall = ObjectFormat<AuthenticationRequest>(
        title: "getAuthentication", defaults: AuthenticationRequest(),
        fields: [
            Field("filter", "The contents of Apple's picker.", filter.format, from: { $0 }) {
                (given, call, _, _) throws(SourceError) in
                call.providers = given.providers
                call.featured = given.featured
            },
            Field("force", "Whether to force a new authentication.", Formats.boolean, into: \.forced),
            Field(
                "data", "Opaque keys and values for the service.", options.orNull, from: { .some($0.data.members) }
            ) { (given, call, _, _) throws(SourceError) in call.data = GenericData(json: given ?? [:]) },
        ])

    private struct Preauthorization: Sendable {
        var resources: [ResourceID] = []
        var cache = true
    }

    private static let resources = Formats.list(resource, of: "resources")

    private static let preauthorizationForm = ObjectFormat<Preauthorization>(
        title: "checkPreauthorizedResources", defaults: Preauthorization(),
        fields: [
            Field("resources", "The resources.", resources, required: true, into: \.resources),
            Field("cache", "Whether cached decisions may be used.", Formats.boolean, into: \.cache),
        ])

    private static let preauthorization = Format<Preauthorization>(
        ["anyOf": [.object(resources.schema), .object(preauthorizationForm.schema)]], write: preauthorizationForm.write
    ) { (cursor, notes) throws(SourceError) in
        var call = Preauthorization()
        if case .object = cursor.value {
            try preauthorizationForm.read(cursor, into: &call, notes)
        } else {
            call.resources = try resources.read(cursor, notes)
        }
        return call
    }

    private static let authorizationKey = ObjectFormat<[ResourceID]>(
        title: "getMetadata", defaults: [],
        fields: [
            Field(
                "authorization", "The resource of the authorization token.", resource, required: true, from: \.first
            ) {
                (resource, key, _, _) throws(SourceError) in key = [resource]
            }
        ])

    private static let metadataKey = Format<MetadataKey>(
        ["anyOf": [.object(Formats.line.schema), .object(authorizationKey.schema)]],
        write: \.notation
    ) { (cursor, notes) throws(SourceError) in
        if case .object = cursor.value {
            var resource: [ResourceID] = []
            try authorizationKey.read(cursor, into: &resource, notes)
            return .authorization(resource: resource.first)
        }
        switch try Formats.line.read(cursor, notes) {
        case "authentication": return .authentication
        case "deviceID": return .deviceID
        case "authorization":
            throw SourceError(
                .wrongValue, at: cursor.path, "missing resource: write {authorization: RESOURCE}")
        case let key: return .user(key)
        }
    }

    /// Keys and values that are passed on unchanged.
    private static let options = Format<Members>(
        ["type": "object"], write: { .object($0) }
    ) { (cursor, _) throws(SourceError) in
        guard case .object(let values) = cursor.value else { throw .wrongType(cursor, expected: "a mapping") }
        return values
    }
}
