import TVSimCore
import TVSimEntitlementAPI
package import TVSimEntitlementService
import TVSimSDKVocabulary
import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// The explanation of a call: its effects, the conditions that decide them, and a command that would change the
/// outcome.
package struct Explanation: Sendable {
    /// The calls that can be explained.
    package enum Call: String, WireWord {
        case setRequestor, checkAuthentication, getAuthentication, logout
    }

    /// The device's name.
    package let device: String
    /// The call.
    package let call: Call
    /// The requestor that the app would set.
    package let requestor: String
    /// The effects of the call on a copy of the device.
    package let rehearsal: Rehearsal
    /// The remedy that would change the outcome; `nil` if none is necessary or possible.
    let remedy: Remedy?
    private let reader: Remedy.Reader

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
        _ call: Call, in world: World, named device: String, for reader: Remedy.Reader
    ) async throws -> Explanation {
        let store = world.simulation.store
        let revision = try store.read { try $0.revision() }
        let explanation = try await rehearsed(call, in: world, named: device, for: reader)
        if try store.read({ try $0.revision() }) == revision { return explanation }
        // Another process or client has changed the world. A copy, which one transaction reads, cannot change.
        return try await rehearsed(call, in: World(store: MemoryStateStore(copying: store)), named: device, for: reader)
    }

    private static func rehearsed(
        _ call: Call, in world: World, named device: String, for reader: Remedy.Reader
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
                remedy: advice, reasons: rehearsal.reasons,
                requests: rehearsal.requests.isEmpty ? nil : rehearsal.requests)
        }
    }
}

/// The JSON of `tvsim explain`.
package struct ExplanationListing: Codable, Sendable, Hashable {
    /// The device's name.
    package var device: String
    /// The call.
    package var call: Explanation.Call
    /// The requestor that the app would set.
    package var requestor: String
    /// The callbacks that the call would cause.
    package var callbacks: [String]
    /// The evaluated conditions; absent if the call begins no exchange.
    package var conditions: [ConditionListing]?
    /// The condition that does not hold; absent if all hold.
    package var stoppedBy: String?
    /// The command that would change the outcome; absent if none is necessary or possible.
    package var remedy: String?
    /// The decisions that led to the outcome.
    package var reasons: [String]
    /// The requests of which an input was not used; absent if all inputs of all requests were.
    package var requests: [ExplainedRequest]?

    /// The explanation in short.
    package var outlook: CallOutlook {
        CallOutlook(
            call: call.rawValue, callbacks: callbacks, unmet: (conditions ?? []).filter { !$0.holds }.map(\.name),
            remedy: remedy)
    }
}

/// A request to the service of which an input was not used: a header, a parameter, a token or a profile.
package struct ExplainedRequest: Codable, Sendable, Hashable {
    /// The HTTP method.
    package var method: String
    /// The path, without the query.
    package var path: String
    /// The status of the answer; 0 if there was none.
    package var status: Int
    /// What became of the inputs, as the journal has it.
    package var inputs: [InputFate]

    /// Creates the request of a decision; `nil` if all its inputs were used.
    init?(_ decision: RequestDecision) {
        guard let inputs = decision.inputs else { return nil }
        (method, path, status, self.inputs) = (decision.method.kept, decision.path.kept, decision.status, inputs)
    }
}
