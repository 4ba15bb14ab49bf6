import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSDKVocabulary
package import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// The explanation of a call: its effects, the conditions that decide them, and a command that would change the
/// outcome.
package struct Explanation: Sendable {
    /// The device's name.
    package let device: String
    /// The call.
    package let call: ExplainedCall
    /// The requestor that the app would set.
    package let requestor: String
    /// The effects of the call on a copy of the device.
    package let rehearsal: Rehearsal
    /// The remedy that would change the outcome; `nil` if none is necessary or possible.
    let remedy: Remedy?
    private let reader: AdviceReader

    /// The callbacks that the call would cause.
    package var callbacks: [ReceivedCallback] { rehearsal.steps.last?.callbacks ?? [] }

    /// Performs a call on a copy of a device; the device itself does not change.
    ///
    /// The rehearsal calls `setRequestor` first, as an app does after its launch.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - world: The device's world.
    ///   - device: The device's name.
    ///   - reader: The reader of the advice.
    /// - Returns: The effects of the call, and the reasons, all of one moment of the world.
    /// - Throws: `StateError` if the world's state cannot be read.
    package static func of(
        _ call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> Explanation {
        let store = world.simulation.store
        let revision = try store.read { try $0.revision() }
        let explanation = try await rehearsed(call, in: world, named: device, for: reader)
        if try store.read({ try $0.revision() }) == revision { return explanation }
        // Another process or client has changed the world. A copy, which one transaction reads, cannot change.
        return try await rehearsed(call, in: World(store: MemoryStateStore(copying: store)), named: device, for: reader)
    }

    private static func rehearsed(
        _ call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> Explanation {
        let profile = Profile(try world.origin())
        let requestor = profile.app.requestor
        var actions = [FlowStep.Action.call(.setRequestor(RequestorID(requestor)))]
        switch call {
        case .setRequestor: break
        case .checkAuthentication: actions.append(.call(.checkAuthentication))
        case .getAuthentication: actions.append(.call(.getAuthentication()))
        case .logout: actions.append(.call(.logout))
        }
        let lasting = LastingStore(over: world.simulation.store)
        let copy = OverlayStore(over: lasting)
        let rehearsal = try await ProfileRunner(explaining: true).rehearse(actions, on: copy, of: profile)
        if let failure = lasting.failure { throw failure }
        return Explanation(
            device: device, call: call, requestor: requestor, rehearsal: rehearsal,
            remedy: try Remedy.of(rehearsal, in: world, profile: profile), reader: reader)
    }

    /// The remedy as a command for the reader of the explanation; `nil` without a remedy.
    package var advice: String? {
        get throws { try remedy?.text(for: reader) }
    }
}

extension Explanation: Encodable {
    package func encode(to encoder: any Encoder) throws { try listing.encode(to: encoder) }

    /// The explanation as a value, which each form of output writes.
    package var listing: ExplanationListing {
        get throws {
            try ExplanationListing(
                device: device, call: call, requestor: requestor, callbacks: callbacks.map(\.text),
                conditions: rehearsal.conditions?.map(ConditionListing.init), stoppedBy: rehearsal.stoppedBy?.rawValue,
                why: rehearsal.failure.map { $0.reason ?? $0.name }, remedy: advice, reasons: rehearsal.reasons,
                requests: rehearsal.requests.isEmpty ? nil : rehearsal.requests)
        }
    }
}
