import TVSimEntitlementAPI
package import TVSimWorld

/// What runs calls of the SDK's app for a program that does not contain the SDK itself.
package protocol SDKRunner: Sendable {
    /// Performs a call on a copy of a device, and says why it ends as it does; the device itself does not change.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - world: The device's world.
    ///   - device: The device's name.
    ///   - reader: The reader of the remedy.
    /// - Returns: The explanation.
    /// - Throws: `StateError` if the world's state cannot be read.
    func explanation(
        of call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> ExplanationListing

    /// Judges all conditions of a call on copies of a device; the device itself does not change.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - world: The device's world.
    ///   - device: The device's name.
    ///   - reader: The reader of the remedies.
    /// - Returns: The outlook.
    /// - Throws: `StateError` if the world's state cannot be read.
    func outlook(
        of call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> ConditionOutlook

    /// Leads a world into a situation, of which an earlier launch of the app may be a part.
    ///
    /// Coverage does not count the situation, because no client has seen it yet.
    ///
    /// - Parameters:
    ///   - world: The world, which was created from the profile.
    ///   - preparation: The situation and the way into it.
    ///   - profile: The profile.
    /// - Throws: `CommandError` when a step fails; `StateError` when the state cannot be read or written.
    func lead(_ world: World, into preparation: Profile.Preparation, of profile: Profile) async throws
}

/// The calls that can be explained.
package enum ExplainedCall: String, WireWord {
    case setRequestor, checkAuthentication, getAuthentication, logout
}

/// The reader of a remedy, who determines the form of the command.
package enum AdviceReader: Sendable {
    /// A user of `tvsim`; `device` is `nil` if commands without a name apply to the device.
    case commandLine(device: String?)
    /// A client of the admin API, because `tvsim` cannot access the device.
    case adminAPI
}
