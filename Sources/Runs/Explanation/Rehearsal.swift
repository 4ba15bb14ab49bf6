import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
package import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimScenario
import TVSimWorld

/// The effects of the calls that an explanation performs on a copy of a device.
package struct Rehearsal: Sendable {
    /// An obstacle outside of the conditions of the silent exchange.
    enum Obstacle: Sendable, Hashable {
        /// The system ended the app when it asked for access.
        case terminated(bundleID: String)
        /// The service does not know the requestor.
        case unknownRequestor
        /// The service does not register the app.
        case notRegistered
        /// The device sends more requests to the service than its limit allows.
        case throttled
        /// The service refused the provider's response.
        case responseRefused
    }

    /// The record of each call.
    let steps: [StepRecord]
    /// The end of the app by the system; `nil` if the app was not ended.
    let termination: AppTermination?

    /// The index of the decisive call: the one that ended the app, or the last one with an exchange.
    private var decisive: Int {
        if termination != nil { return max(steps.count - 1, 0) }
        return steps.lastIndex { $0.effect.exchange != nil } ?? 0
    }

    /// The calls before the decisive one.
    var before: ArraySlice<StepRecord> { steps.prefix(decisive) }
    /// The decisive call and those after it.
    var deciding: ArraySlice<StepRecord> { steps.dropFirst(decisive) }

    /// The conditions of the decisive exchange; `nil` if no exchange was attempted.
    package var conditions: [ConditionFinding]? { deciding.first?.effect.exchange?.conditions }
    /// The first condition that does not hold; `nil` if all hold, or no exchange was attempted.
    package var stoppedBy: ExchangeCondition? { deciding.first?.effect.exchange?.failed?.condition }
    /// Where something fails that is not a condition.
    var place: String { conditions == nil ? "exchangeStarted" : "profileIssued" }

    /// What stopped the calls, and the reason as one sentence; `nil` if nothing did.
    package var failure: (name: String, reason: String?)? {
        if let failed = conditions?.first(where: { !$0.holds }) {
            return (failed.condition.rawValue, failed.cause.description)
        }
        let stop = deciding.first?.effect.exchange?.stop
        guard obstacle != nil || stop != nil || !faults.isEmpty else { return nil }
        let refusal = deciding.flatMap { $0.decisions ?? [] }.last { [.refused, .failed].contains($0.verdict) }
        return (place, refusal?.text.reason ?? stop?.serviceFailure ?? reasons.last)
    }

    /// The failures and notes of the calls before the decisive one, and the failures of the others; one sentence each.
    package var remarks: [String] { earlier + deciding.flatMap(\.failures) }

    private var earlier: [String] {
        before.flatMap { step in
            let stop = step.effect.exchange?.failed.map { "\($0.condition) does not hold" }
            return ([stop].compactMap { $0 } + step.effect.notes.map(\.description)).map {
                "in the earlier call \(step.action.call): \($0)"
            }
        }
    }

    /// The faults that decided an answer in the decisive call or after it.
    var faults: [InjectedFault] { deciding.flatMap(\.faults).filter(\.decides) }

    /// The obstacle outside of the conditions; `nil` if none stopped the calls.
    var obstacle: Obstacle? {
        if let termination { return .terminated(bundleID: termination.bundleID) }
        let codes = steps.flatMap(\.callbacks).compactMap(\.statusCode)
        if codes.contains(.invalidRequestor) { return .unknownRequestor }
        if codes.contains(.applicationNotRegistered) { return .notRegistered }
        if steps.flatMap(\.effect.requests).contains(where: { $0.status == 429 }) { return .throttled }
        let last = deciding.first?.effect.requests.last { $0.endpoint == .partnerProfile }
        return last?.status.map { (400..<500).contains($0) } ?? false ? .responseRefused : nil
    }

    /// The requests of the decisive call and of those after it, of which an input was not used.
    var requests: [ExplainedRequest] {
        deciding.flatMap { $0.decisions ?? [] }.compactMap { entry in
            (entry.decision as? RequestDecision).flatMap(ExplainedRequest.init)
        }
    }

    /// The decisions that led to the outcome, in order, one line each; for earlier calls, only their failures and
    /// notes.
    package var reasons: [String] {
        let decisions = deciding.flatMap { ($0.decisions ?? []).map(\.line) + $0.failures }
        let refusal = obstacle == .responseRefused ? ["the service refused the provider's response"] : []
        return earlier + decisions + refusal
    }
}
