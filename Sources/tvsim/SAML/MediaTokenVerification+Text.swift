import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld

extension MediaTokenVerification {
    /// The result as text.
    package var text: String {
        var lines = [judgement.verdict.rawValue, "  \(judgement.reason)"]
        if let facts = judgement.facts {
            lines += [
                "  resourceID: \(facts.resourceID)", "  requestorID: \(facts.requestorID)", "  mvpdId: \(facts.mvpdID)",
            ]
            if let proxy = facts.proxyMvpdID { lines.append("  proxyMvpdId: \(proxy)") }
            lines += [
                "  sessionGUID: \(facts.sessionGUID)", "  issueTime: \(TimeText.format(facts.issueTime))",
                "  ttl: \(facts.ttl) ms",
            ]
            if let id = facts.tokenID { lines.append("  tokenID: \(id)") }
        }
        return lines.joined(separator: "\n")
    }
}
