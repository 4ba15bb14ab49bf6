import Settings
import SimulatedWorld
import SimulationCore
import StructuredText

// Changes that are typed as KEY=VALUE, each value in YAML.
extension CommandArguments {
    /// Reads the person's answers, each as `KEY=ANSWER` in the words of the profile format.
    static func viewer(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setViewer(try patch(TypedPairs("ANSWER", example: "accessPrompt=allow"), pairs))
    }

    /// Reads what the device is to be, each as `KEY=VALUE` in the words of the profile format.
    static func settings(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setSettings(try patch(TypedPairs("VALUE", example: "region=unsupported"), pairs))
    }

    /// Reads what the device is to know of an app, each as `KEY=VALUE` in the words of the profile format.
    static func app(_ bundleID: String?, _ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setApp(
            bundleID: bundleID,
            try patch(TypedPairs("VALUE", example: "subscription.expires=+30d"), pairs))
    }

    /// Reads how an MVPD is to be set up for a requestor, each as `KEY=VALUE` in the words of the profile format.
    static func integration(
        _ mvpd: String, of requestor: String, _ pairs: [String]
    ) throws(CommandError) -> SimulatorCommand {
        .setIntegration(
            requestor: requestor, mvpd: mvpd,
            try patch(TypedPairs("VALUE", example: "singleSignOn=false"), pairs))
    }

    /// Reads what a provider is to be, each as `KEY=VALUE` in the words of the profile format.
    static func provider(_ id: String, _ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setProvider(id: id, try patch(TypedPairs("VALUE", example: "defect=expired"), pairs))
    }

    private static func patch<Target: Described>(
        _ typed: TypedPairs, _ pairs: [String]
    ) throws(CommandError) -> Patch<Target> {
        let node = try typed.mapping(pairs).renumbered
        do throws(SourceError) {
            return try node.read { (node) throws(SourceError) in
                try Patch<Target>.format.read(node, ReadingNotes(clock: SimulatedClock.defaultStart))
            }
        } catch {
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }
}
