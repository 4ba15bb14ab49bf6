import TVSimCore
import TVSimStructuredText
import TVSimWorld

// Commands that take their changes as KEY=VALUE, with values in YAML.
extension CommandArguments {
    /// Returns the command that sets the user's answers.
    ///
    /// - Parameter pairs: The answers as `KEY=ANSWER`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or an answer is invalid.
    static func viewer(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setViewer(try patch(TypedPairs("ANSWER", example: "accessPrompt=allow"), pairs))
    }

    /// Returns the command that changes the device's settings.
    ///
    /// - Parameter pairs: The settings as `KEY=VALUE`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func settings(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setSettings(try patch(TypedPairs("VALUE", example: "region=unsupported"), pairs))
    }

    /// Returns the command that changes the device's settings for an app.
    ///
    /// - Parameters:
    ///   - bundleID: The app; `nil` for the device's own app.
    ///   - pairs: The settings as `KEY=VALUE`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func app(_ bundleID: String?, _ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setApp(
            bundleID: bundleID,
            try patch(TypedPairs("VALUE", example: "subscription.expires=+30d"), pairs))
    }

    /// Returns the command that changes the integration of an MVPD with a requestor.
    ///
    /// - Parameters:
    ///   - mvpd: The MVPD's identifier.
    ///   - requestor: The requestor's identifier.
    ///   - pairs: The settings as `KEY=VALUE`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func integration(
        _ mvpd: String, of requestor: String, _ pairs: [String]
    ) throws(CommandError) -> SimulatorCommand {
        .setIntegration(
            requestor: requestor, mvpd: mvpd,
            try patch(TypedPairs("VALUE", example: "singleSignOn=false"), pairs))
    }

    /// Returns the command that changes a provider.
    ///
    /// - Parameters:
    ///   - id: The provider's identifier.
    ///   - pairs: The settings as `KEY=VALUE`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func provider(_ id: String, _ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setProvider(id: id, try patch(TypedPairs("VALUE", example: "defect=expired"), pairs))
    }

    /// Returns the command that adds a provider.
    ///
    /// - Parameters:
    ///   - id: The provider's identifier.
    ///   - pairs: The settings as `KEY=VALUE`; none for a provider with the defaults.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func newProvider(_ id: String, _ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        guard !pairs.isEmpty else { return .addProvider(id: id, .empty) }
        return .addProvider(id: id, try patch(TypedPairs("VALUE", example: "boarding=none"), pairs))
    }

    /// Returns the command that changes the service.
    ///
    /// - Parameter pairs: The settings as `KEY=VALUE`, in the notation of the profile format.
    /// - Returns: The command.
    /// - Throws: `CommandError` when a pair, a key or a value is invalid.
    static func service(_ pairs: [String]) throws(CommandError) -> SimulatorCommand {
        .setService(try patch(TypedPairs("VALUE", example: "throttling=documented"), pairs))
    }

    private static func patch<Target: TableDescribed>(
        _ typed: TypedPairs, _ pairs: [String]
    ) throws(CommandError) -> Patch<Target> {
        let members = try typed.members(pairs)
        do throws(SourceError) {
            return try Patch<Target>.format.read(
                ValueCursor(.object(members)), ReadingNotes(clock: SimulatedClock.defaultStart))
        } catch {
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }
}
