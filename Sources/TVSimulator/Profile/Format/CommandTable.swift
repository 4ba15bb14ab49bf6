import EntitlementAPI
import SimulatedDevice
import SimulationCore

/// Every command that comes as text or JSON: the events of a flow, and what no flow says.
///
/// A flow tells a story that can be repeated: a clock that follows the wall clock, or a return to where the story began, has
/// no place in it. Whoever changes a world from outside may do both, as on the command line.
enum CommandTable {
    static let steps: [FlowFormat.Step] = FlowTable.worldEvents + outsideFlows

    /// The schema of a command.
    static let schema = JSONValue.object(FlowFormat.schema(of: steps, with: [:]))

    /// Reads a command against the world of a profile.
    ///
    /// - Throws: ``ProfileError`` when the value is no command, or names what the profile does not have; ``CommandError``
    ///   when it is a call of the app.
    static func command(_ event: SourceNode, in profile: Profile) throws -> SimulatorCommand {
        // Calls of the app are looked up too, so that they are refused for what they are.
        let action = try ProfileDecoder.step(event, among: FlowTable.steps + outsideFlows, in: profile).action
        guard case .command(let command) = action else {
            throw CommandError(.invalid, "'\(action.call)' is a call of the app, not an event of its world")
        }
        return command
    }

    private static let outsideFlows: [FlowFormat.Step] = [
        .init(
            "setPermission", "Whether an app may use the account is decided; absent: the profile's app.",
            permissionChange.format(startingFrom: .init())
        ) { .command(.setPermission(bundleID: $0.bundleID, $0.access)) },
        .init(
            "resetPermission", "An app's permission returns to undetermined; alone: every app's.",
            DeviceFormat.bundleID.orNull, standsAlone: true
        ) { .command(.resetPermission(bundleID: $0)) },
        .init("expireAccount", "The account's authentication ends now; the account stays.", .command(.expireAccount)),
        .init(
            "resetViewer", "The person's answers return to those of somebody who does nothing.", .command(.resetViewer)),
        .init("resetSettings", "What the device is returns to the profile.", .command(.resetSettings)),
        .init(
            "setApp", "What the device knows of an app changes; absent: the profile's app.",
            appChange.format(startingFrom: .init())
        ) { .command(.setApp(bundleID: $0.bundleID, $0.set)) },
        .init(
            "resetApp", "What the device knows of an app returns to the profile; alone: of the profile's app.",
            DeviceFormat.bundleID.orNull, standsAlone: true
        ) { .command(.resetApp(bundleID: $0)) },
        .init(
            "resetIntegration", "An integration returns to the profile.",
            IntegrationName.format.format(startingFrom: .init())
        ) { .command(.resetIntegration(requestor: $0.requestor, mvpd: $0.mvpd)) },
        .init("resetProvider", "A provider returns to the profile.", Formats.line.referring(to: .provider)) {
            .command(.resetProvider(id: $0))
        },
        .init("setClock", "The clock is set; one that follows the wall clock goes on from there.", Formats.instant) {
            .command(.setClock(.absolute($0)))
        },
        .init("followClock", "The clock shows the wall clock's time and goes with it.", .command(.followClock)),
        .init("freezeClock", "The clock stands still where it is.", .command(.freezeClock)),
        .init("reset", "Everything returns to the profile; the journal stays.", .command(.reset)),
    ]

    // MARK: - Arguments

    private struct PermissionChange: Sendable {
        var bundleID: String?
        var access = AccessPermission.notDetermined
    }

    private static let permissionChange = ObjectFormat<PermissionChange>(
        title: "setPermission",
        fields: [
            Field("bundleID", "The app.", DeviceFormat.bundleID.orNull, into: \.bundleID),
            Field("access", "What is decided.", Formats.choice(AccessPermission.self), required: true, into: \.access),
        ])

    private struct AppChange: Sendable {
        var bundleID: String?
        var set = Patch<Profile.DeviceApp>(checked: [:])
    }

    private static let appChange = ObjectFormat<AppChange>(
        title: "setApp",
        fields: [
            Field("bundleID", "The app.", DeviceFormat.bundleID.orNull, into: \.bundleID),
            Field("set", "What changes.", Profile.DeviceApp.patchFormat, required: true, into: \.set),
        ])
}
