import AccessEnabler
import EntitlementAPI
package import SSOBridge
import SimulatedDevice
import SimulatedWorld
import SimulationCore

/// What came of the calls that an explanation rehearses.
package struct Rehearsal: Sendable {
    /// What stops the calls where no condition of the silent exchange does.
    enum Obstacle: Sendable, Hashable {
        /// The system ended the app when it asked for access.
        case terminated(bundleID: String)
        /// The service does not know the requestor.
        case unknownRequestor
        /// The service does not register the app.
        case notRegistered
        /// The device asks the service more often than it may.
        case throttled
        /// The service refused the provider's response.
        case responseRefused
    }

    /// What each call caused.
    let steps: [StepRecord]
    /// How the system ended the app; `nil` if it did not.
    let termination: AppTermination?

    /// The call that decides: the last one with an exchange, the app's own call included, or the one that ended the app.
    private var decisive: Int {
        if termination != nil { return max(steps.count - 1, 0) }
        return steps.lastIndex { $0.effect.exchange != nil } ?? 0
    }

    /// The calls before the one that decides.
    var before: ArraySlice<StepRecord> { steps.prefix(decisive) }
    /// The call that decides, and those after it.
    var deciding: ArraySlice<StepRecord> { steps.dropFirst(decisive) }

    /// The conditions of the deciding exchange; `nil` if none was tried.
    package var conditions: [ConditionFinding]? { deciding.first?.effect.exchange?.conditions }
    /// The first of them that does not hold; `nil` if all hold, or none was tried.
    package var stoppedBy: ExchangeCondition? { deciding.first?.effect.exchange?.failed?.condition }
    /// The faults that struck in the deciding call or after it.
    var faults: [FaultStrike] { deciding.flatMap(\.faults) }

    /// What stops the calls where no condition does; `nil` if nothing does.
    var obstacle: Obstacle? {
        if let termination { return .terminated(bundleID: termination.bundleID) }
        let codes = steps.flatMap(\.callbacks).compactMap(\.statusCode)
        if codes.contains(.invalidRequestor) { return .unknownRequestor }
        if codes.contains(.applicationNotRegistered) { return .notRegistered }
        if steps.flatMap(\.effect.requests).contains(where: { $0.status == 429 }) { return .throttled }
        let last = deciding.first?.effect.requests.last { $0.endpoint == .partnerProfile }
        return last?.status.map { (400..<500).contains($0) } ?? false ? .responseRefused : nil
    }

    /// The decisions behind it, in order, one line each; of the calls before, what came to nothing.
    package var reasons: [String] {
        let earlier = before.flatMap { step in
            let stop = step.effect.exchange?.failed.map { "\($0.condition) does not hold" }
            return ([stop].compactMap { $0 } + step.effect.notes.map(\.description)).map {
                "\(step.action.call), which comes first: \($0)"
            }
        }
        let decisions = deciding.flatMap { ($0.decisions ?? []).map(\.line) + $0.failures }
        let refusal = obstacle == .responseRefused ? ["the service refused the provider's response"] : []
        return earlier + decisions + refusal
    }
}
