import EntitlementAPI
import Foundation
import SimulatedDevice
import SimulationCore

/// The whole profile: the table of its top-level keys.
enum ProfileFormat {
    static let fields = ObjectFormat<Profile>(
        title: "the profile",
        fields: [
            Field("schema", "The version of the format: 1.", schemaVersion, required: true) {
                (_, _, _, _) throws(ProfileError) in
            },
            Field("name", "What the profile shows, one line.", Formats.line, required: true, into: \.name),
            Field("summary", "Prose for readers.", Formats.text.orNull, into: \.summary),
            Field("seed", "The seed of all identifiers.", Formats.count(), default: 0) {
                (seed, profile, _, _) throws(ProfileError) in profile.seed = UInt64(seed)
            },
            Field(
                "clock", "Where the simulated clock starts.", Formats.instant, default: "2026-01-01T00:00:00Z"
            ) { (clock, profile, _, notes) throws(ProfileError) in
                profile.clock = clock
                // It stands before everything whose offsets count from it.
                notes.clock = clock
            },
            Field("app", "The app under test.", appFields.format(startingFrom: .init()), into: \.app),
            Field("device", "The device.", DeviceFormat.fields.format(startingFrom: .init()), into: \.device),
            Field(
                "viewer", "What the person holding the device answers.",
                ViewerAnswers.fields.format(startingFrom: .init()), into: \.viewer),
            Field(
                "providers", "The TV providers by account provider identifier; replaces the built-in ones.",
                ProviderFormat.map, into: \.providers),
            Field(
                "service", "The entitlement service; its requestors replace the built-in one.",
                ServiceFormat.fields.format(startingFrom: .init()), into: \.service),
            Field("faults", "What is to go wrong.", faults, into: \.faults),
            Field("flow", "What the app and the world do, step by step.", FlowFormat.steps, into: \.flow),
        ])

    private static let schemaVersion = Format<Int64>(["const": 1]) { (node, _) throws(ProfileError) in
        guard case .integer(let version) = node.content else { throw .wrongType(node, expected: "the number 1") }
        guard version == Profile.schema else {
            throw ProfileError(
                .schemaVersion, at: node.position,
                "schema \(version) is not one that this tvsim reads: it reads schema \(Profile.schema)")
        }
        return version
    }

    private static let appFields = ObjectFormat<Profile.App>(
        title: "app",
        fields: [
            Field(
                "bundleID", "The bundle identifier.", DeviceFormat.bundleID, default: "com.example.stream",
                into: \.bundleID),
            Field(
                "requestor", "The requestor that the flow means when it names none.",
                Formats.line.referring(to: .requestor), default: "REF30", into: \.requestor),
        ])

    private static let faults: Format<[Fault]> = Format(
        ["type": ["array", "null"], "items": .object(FaultFormat.fault.schema)]
    ) { (node, notes) throws(ProfileError) in
        node.content == .null ? [] : try Formats.list(FaultFormat.fault, of: "faults").read(node, notes)
    }
}
