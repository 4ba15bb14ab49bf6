import SSOBridge
import StateStorage

/// Why a call would do what it would do now: the ladder of conditions, and the command that would change the outcome.
package struct Explanation: Sendable {
    /// The calls that can be explained.
    package enum Call: String, Sendable, CaseIterable {
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
    package static func of(_ call: Call, on selected: SelectedDevice) async throws -> Explanation {
        let profile = try selected.profile()
        let requestor = profile.app.requestor
        var actions = [FlowStep.Action.setRequestor(requestor)]
        switch call {
        case .setRequestor: break
        case .checkAuthentication: actions.append(.checkAuthentication)
        case .getAuthentication: actions.append(.getAuthentication(.init()))
        case .logout: actions.append(.logout)
        }
        let copy = try MemoryStateStore(copying: selected.store)
        let rehearsal = try await ProfileRunner(explaining: true).rehearse(actions, on: copy, of: profile)
        return Explanation(
            device: selected.name, call: call, requestor: requestor, rehearsal: rehearsal,
            remedy: try Remedy.of(rehearsal, on: selected, profile: profile), reader: Remedy.Reader(of: selected))
    }

    /// The remedy as the reader of the explanation would carry it out.
    package var advice: String? {
        get throws { try remedy?.text(for: reader) }
    }
}

// The article JSONOutput lists the keys.
extension Explanation: Encodable {
    private enum CodingKeys: String, CodingKey {
        case device, call, requestor, callbacks, conditions, stoppedBy, remedy, reasons
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(device, forKey: .device)
        try container.encode(call.rawValue, forKey: .call)
        try container.encode(requestor, forKey: .requestor)
        try container.encode(callbacks.map(\.text), forKey: .callbacks)
        try container.encodeIfPresent(rehearsal.conditions?.map(ConditionListing.init), forKey: .conditions)
        try container.encodeIfPresent(rehearsal.stoppedBy?.rawValue, forKey: .stoppedBy)
        try container.encodeIfPresent(advice, forKey: .remedy)
        try container.encode(rehearsal.reasons, forKey: .reasons)
    }
}
