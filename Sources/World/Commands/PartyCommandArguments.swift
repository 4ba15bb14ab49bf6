import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimStructuredText

/// The integration that a command names.
struct IntegrationName: Hashable, Sendable {
    /// The requestor; `nil` for the profile's requestor.
    var requestor: String?
    var mvpd = ""

    static let fields = ObjectFormat<IntegrationName>(
        title: "resetIntegration", defaults: IntegrationName(),
        fields: [
            Field(
                "requestor", "The requestor. Default: the profile's requestor.", Formats.line.referring(to: .requestor),
                from: \.requestor
            ) { (requestor, name, _, _) throws(SourceError) in name.requestor = requestor },
            Field("mvpd", "The MVPD.", Formats.line, required: true, from: \.mvpd) {
                (mvpd, name, cursor, notes) throws(SourceError) in
                let requestor = name.requestor ?? notes.requestor
                name.mvpd = mvpd
                name.requestor = requestor
                notes.references.append(
                    Reference(kind: .mvpd(requestor: requestor), name: mvpd, path: cursor.path))
            },
        ])
}

/// The arguments of `integration`.
struct IntegrationChange: Hashable, Sendable {
    var name = IntegrationName()
    var set = Patch<Integration>.empty

    static let fields = ObjectFormat<IntegrationChange>(
        title: "integration", defaults: IntegrationChange(),
        fields: IntegrationName.fields.fields.map { $0.lifted(to: \.name) } + [
            Field("set", "The keys to change.", Patch<Integration>.format, required: true, into: \.set)
        ])
}

/// The arguments of `provider`.
struct ProviderChange: Hashable, Sendable {
    var id = ""
    var set = Patch<Provider>.empty

    static let fields = ObjectFormat<ProviderChange>(
        title: "provider", defaults: ProviderChange(),
        fields: [
            Field("id", "The provider.", Formats.line.referring(to: .provider), required: true, into: \.id),
            Field("set", "The keys to change.", Patch<Provider>.format, required: true, into: \.set),
        ])
}

/// The arguments of `endSessions`.
struct SessionEnd: Hashable, Sendable {
    var provider = ""
    var subscriber = ""
    /// Whether the service learns of it at once.
    var isNotified = false

    static let fields = ObjectFormat<SessionEnd>(
        title: "endSessions", defaults: SessionEnd(),
        fields: [
            Field("provider", "The provider.", Formats.line.referring(to: .provider), required: true, into: \.provider),
            Field("subscriber", "The user.", Formats.line, required: true, from: \.subscriber) {
                (name, end, cursor, notes) throws(SourceError) in
                end.subscriber = name
                notes.references.append(
                    Reference(kind: .subscriber(provider: end.provider), name: name, path: cursor.path))
            },
            Field(
                "notify",
                "Whether the service learns of it at once: it then forgets the user's profiles on all devices.",
                Formats.boolean, into: \.isNotified),
        ])
}

/// The arguments of `revokeStatement`.
struct StatementName: Hashable, Sendable {
    var bundleID: String?
    var requestors: [String]?

    static let fields = ObjectFormat<StatementName>(
        title: "revokeStatement", defaults: StatementName(),
        fields: [
            .bundleID("The app.", \.bundleID),
            Field(
                "requestors",
                "The requestors that the statement is limited to. Default: the statement for all requestors.",
                requestorList.orNull, from: { $0.requestors.map(Optional.some) }
            ) { (requestors, name, _, _) throws(SourceError) in name.requestors = requestors },
        ])

    private static let requestorList = Format<[String]>(
        names.schema.merging(["minItems": 1]) { $1 }, write: names.write
    ) { (cursor, notes) throws(SourceError) in
        let requestors = try names.read(cursor, notes)
        do throws(CommandError) {
            guard let limits = try CommandArguments.limits(requestors) else {
                throw CommandError(
                    .invalid, "the list of requestors is empty: omit it for the statement for all requestors")
            }
            return limits
        } catch {
            throw SourceError(.wrongValue, at: cursor.path, error.reason)
        }
    }

    private static let names = Formats.list(Formats.line, of: "requestors")
}
