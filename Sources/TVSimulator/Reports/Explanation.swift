import SimulatedDevice
import StateStorage

/// Why a call would do what it would do now: the ladder of conditions, and the command that would change the outcome.
package struct Explanation: Codable, Sendable, Hashable {
    /// The calls that can be explained.
    package enum Call: String, Codable, Sendable, CaseIterable {
        case setRequestor, checkAuthentication, getAuthentication, logout
    }

    /// The device.
    package var device: String
    /// The call.
    package var call: String
    /// The requestor that the app would set.
    package var requestor: String
    /// The callbacks that the call would cause.
    package var callbacks: [String]
    /// The conditions of the silent exchange, up to the first that does not hold; absent: none would be tried.
    package var conditions: [ConditionReport]?
    /// The first condition that does not hold; absent: all hold, or none was tried.
    ///
    /// All hold too where the service then refuses the provider's response, which the last reason says.
    package var stoppedBy: String?
    /// What would change that: a command, or a key of the device's profile; where commands do not reach the device, the
    /// command in the words of the admin API.
    package var remedy: String?
    /// The decisions behind it, in order.
    package var reasons: [String]

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
        let stopped = rehearsal.conditions?.first { !$0.holds }?.name
        return Explanation(
            device: selected.name, call: call.rawValue, requestor: requestor,
            callbacks: rehearsal.steps.last?.callbacks.map(\.text) ?? [], conditions: rehearsal.conditions,
            stoppedBy: stopped,
            remedy: try Remedy.of(stopped, rehearsal, on: selected, profile: profile)?.text(for: selected),
            reasons: rehearsal.reasons)
    }

    /// The explanation as a person reads it.
    package var text: String {
        var lines = ["\(call) on device '\(device)', requestor \(requestor)"]
        for condition in conditions ?? [] { lines.append("  \(condition.holds ? "yes" : "NO ")  \(condition.name)") }
        if conditions == nil { lines.append("  no silent exchange would be tried") }
        lines += reasons.map { "  because: \($0)" }
        lines += callbacks.filter { !$0.hasPrefix("sendTrackingData") }.map { "  <- \($0)" }
        if let remedy { lines.append("  to change that: \(remedy)") }
        return lines.joined(separator: "\n")
    }
}
