package import Foundation
package import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

extension RequestFact {
    /// Returns what a client has visited with the request.
    ///
    /// - Parameter instant: The simulated time of the request.
    /// - Returns: The items.
    package func visited(at instant: Date) -> [CoverageItem] {
        guard endpoint?.isOpenedByBrowsers == false else { return [] }
        var items = statuses(at: instant.timeIntervalSince1970)
        guard let answer else { return items + [.refusal("no answer")] }
        if let session = answer.session { items.append(.session(session.action, session.reason)) }
        if let profiles = answer.profiles {
            items += profiles.isEmpty ? [.profile("none")] : profiles.map { .profile($0.type) }
        }
        if let endpoint, isDecision {
            items += (answer.decisions ?? []).filter(\.authorized).map { .permit(endpoint, by: $0.source) }
            items += answer.errors.filter { $0.resource != nil }.map { .deny(endpoint, $0.code) }
        }
        items += (answer.logouts ?? []).map { .logout($0.action) }
        switch answer.status {
        case 401, 403, 429: items.append(.refusal("\(answer.status)"))
        case 500...: items.append(.refusal("5xx"))
        default: break
        }
        if !answer.isSuccess, isOfRegistration {
            items += answer.errors.map { .refusal($0.code) }
        }
        return items
    }

    private func statuses(at now: Double) -> [CoverageItem] {
        guard let value = header("AP-Partner-Framework-Status")?.value else { return [] }
        let status = FrameworkStatus(value)
        var items: [CoverageItem] = status.access.map { [.frameworkStatus($0)] } ?? []
        if !status.hasProvider { items.append(.frameworkStatus("without provider")) }
        if let end = status.expires, end <= now { items.append(.frameworkStatus("ended")) }
        return items
    }
}

extension RuleReport {
    /// The next steps that a rule demanded, and that the app did.
    package var obeyed: [CoverageItem] {
        let held = Set(rules.filter { $0.verdict == .held }.map(\.id))
        return CoverageItem.demands.filter { held.contains($0.rawValue) }.map(CoverageItem.obeyed)
    }
}
