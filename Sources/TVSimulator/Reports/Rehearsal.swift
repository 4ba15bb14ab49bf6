import SimulatedDevice

/// What came of the calls that an explanation rehearses.
package struct Rehearsal: Sendable {
    /// What stands in the way where no condition of the silent exchange says so.
    enum Trouble: Sendable, Hashable {
        /// The system ended the app when it asked for access.
        case terminated(bundleID: String)
        /// The service does not know the requestor.
        case unknownRequestor
        /// The service does not register the app.
        case notRegistered
        /// The device asks the service more often than it may.
        case throttled
        /// The service did not believe the provider's response.
        case responseRefused
    }

    /// What each call caused.
    let steps: [StepReport]
    /// How the system ended the app; `nil`: it did not.
    let termination: AppTermination?

    /// The call that decides: the last one with an exchange, the app's own call included, or the one that ended the app.
    private var decisive: Int {
        if termination != nil { return max(steps.count - 1, 0) }
        return steps.lastIndex { $0.conditions != nil } ?? 0
    }

    /// The conditions of the deciding exchange; `nil`: none was tried.
    var conditions: [ConditionReport]? {
        steps.isEmpty ? nil : steps[decisive].conditions
    }

    /// The decisions behind it, in order; of a call before it, what came to nothing.
    var reasons: [String] {
        let before = steps.prefix(decisive).flatMap { step in
            let stop = step.conditions?.first { !$0.holds }.map { "\($0.name) does not hold" }
            return ([stop].compactMap { $0 } + (step.notes ?? [])).map { "\(step.call), which comes first: \($0)" }
        }
        let reasons = before + steps.dropFirst(decisive).flatMap { ($0.reasons ?? []) + $0.failures }
        return trouble == .responseRefused ? reasons + ["the service refused the provider's response"] : reasons
    }

    /// What stands in the way where no condition says so; `nil`: nothing does.
    var trouble: Trouble? {
        if let termination { return .terminated(bundleID: termination.bundleID) }
        if steps.contains(where: { $0.callbacks.contains { $0.text == "status(CFG400)" } }) { return .unknownRequestor }
        if steps.contains(where: { $0.callbacks.contains { $0.text == "status(R400)" } }) { return .notRegistered }
        let requests = steps.flatMap(\.requests)
        if requests.contains(where: { $0.status == 429 }) { return .throttled }
        let last = steps.dropFirst(decisive).first?.requests.last { $0.path.contains("/profiles/sso/") }
        return last?.status.map { (400..<500).contains($0) } ?? false ? .responseRefused : nil
    }
}
