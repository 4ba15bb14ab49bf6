import TVSimCore
import TVSimDevice
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimStructuredText

/// The keys of a profile, without its flow: the tables of the owners, joined.
extension WorldDescription: TableDescribed {
    package static let fields = ObjectFormat<WorldDescription>(
        title: "the profile", defaults: WorldDescription(),
        fields: [
            Field(
                "seed", "The seed of all identifiers. If it is 0, each isolated world has another one.",
                Formats.count(), documentsDefault: true, from: { Int($0.seed) }
            ) {
                (seed, world, _, _) throws(SourceError) in world.seed = UInt64(seed)
            },
            Field(
                "clock",
                "The instant at which the simulated clock starts and stands still, or `follow`: it is the clock of "
                    + "the machine.", ClockStart.format, documentsDefault: true, from: \.clockStart
            ) { (start, world, _, notes) throws(SourceError) in
                world.clockStart = start
                // The clock precedes every field whose value can be an offset from it.
                notes.clock = start.time
            },
            Field("app", "The app under test.", merging: app, into: \.app),
            Field("device", "The device.", merging: device, into: \.device),
            Field(
                "viewer", "The answers of the scripted user.", merging: ViewerAnswers.fields, into: \.viewer),
            Field(
                "providers", "The TV providers, by account provider identifier. They replace the built-in ones.",
                Provider.map,
                documentsDefault: false, into: \.providers),
            Field(
                "service", "The entitlement service. Its requestors replace the built-in one.",
                merging: ServiceConfiguration.fields, into: \.service),
            Field("faults", "The faults.", FaultFormat.list, documentsDefault: false, into: \.faults),
            Field(
                "rules", "What the judge of client rules must know about the app.", RuleSettings.fields.format,
                from: { $0.rules == RuleSettings() ? nil : $0.rules }
            ) { (rules, world, _, _) throws(SourceError) in world.rules = rules },
        ])

    private static let app: ObjectFormat<App> = {
        let requestor = Field<App>(
            "requestor", "The default requestor of the flow's steps.",
            Formats.line.referring(to: .requestor), documentsDefault: true, from: \.requestor
        ) { (requestor, app, _, notes) throws(SourceError) in
            app.requestor = requestor
            notes.requestor = requestor
        }
        return ObjectFormat<App>(
            title: "app", defaults: App(),
            fields: [Field("bundleID", "The bundle identifier.", Formats.bundleID, into: \.bundleID), requestor])
    }()

    private static let device = ObjectFormat<DeviceDescription>(
        title: "device", defaults: DeviceDescription(),
        fields: DeviceSettings.fields.fields.map { $0.lifted(to: \.settings) } + [
            Field(
                "apps", "The settings of apps, by bundle identifier.",
                Formats.map(of: "apps", key: "^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$"), documentsDefault: false,
                into: \.apps),
            Field(
                "account", "The system-level account; null or absent if no user is signed in.",
                SystemAccount.format.orNull, into: \.account),
        ])
}
