import EntitlementAPI
import SSOBridge
package import SimulatedWorld
import SimulationCore
import StateStorage

/// Why a call would do what it would do now: the ladder of conditions, and the command that would change the outcome.
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
    /// What came of the call on a copy of the device.
    package let rehearsal: Rehearsal
    /// What would change the outcome; `nil` if nothing need or can.
    let remedy: Remedy?
    private let reader: Remedy.Reader

    /// The callbacks that the call would cause.
    package var callbacks: [Callback] { rehearsal.steps.last?.callbacks ?? [] }

    /// Rehearses a call on a copy of a device, which is left as it is.
    ///
    /// An app that has just started sets its requestor first; so does the rehearsal.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - world: The device's world.
    ///   - device: The device's name.
    ///   - reader: The reader of the advice.
    /// - Returns: What the call would do, and why.
    /// - Throws: `StateError` if the world's state cannot be read.
    package static func of(
        _ call: Call, in world: World, named device: String, for reader: Remedy.Reader
    ) async throws -> Explanation {
        let profile = Profile(try world.origin())
        let requestor = profile.app.requestor
        var actions = [FlowStep.Action.setRequestor(requestor)]
        switch call {
        case .setRequestor: break
        case .checkAuthentication: actions.append(.checkAuthentication)
        case .getAuthentication: actions.append(.getAuthentication(.init()))
        case .logout: actions.append(.logout)
        }
        let copy = try MemoryStateStore(copying: world.simulation.store)
        let rehearsal = try await ProfileRunner(explaining: true).rehearse(actions, on: copy, of: profile)
        return Explanation(
            device: device, call: call, requestor: requestor, rehearsal: rehearsal,
            remedy: try Remedy.of(rehearsal, in: world, profile: profile), reader: reader)
    }

    /// The remedy as the reader of the explanation would carry it out.
    package var advice: String? {
        get throws { try remedy?.text(for: reader) }
    }
}

extension Explanation: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try ExplanationListing(
            device: device, call: call, requestor: requestor, callbacks: callbacks.map(\.text),
            conditions: rehearsal.conditions?.map(ConditionListing.init), stoppedBy: rehearsal.stoppedBy?.rawValue,
            remedy: advice, reasons: rehearsal.reasons
        ).encode(to: encoder)
    }
}

/// `explain`.
package struct ExplanationListing: Codable, Sendable, Hashable {
    /// The device's name.
    package var device: String
    /// The call.
    package var call: Explanation.Call
    /// The requestor that the app would set.
    package var requestor: String
    /// The callbacks that the call would cause.
    package var callbacks: [String]
    /// The conditions that were evaluated; absent: the call begins no exchange.
    package var conditions: [ConditionListing]?
    /// The condition that fails; absent: each holds.
    package var stoppedBy: String?
    /// The command that would change the outcome; absent if nothing need or can.
    package var remedy: String?
    /// The decisions that led to the outcome.
    package var reasons: [String]
}
