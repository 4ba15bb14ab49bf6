import TVSimStructuredText

/// The journal's reasons of several decisions in one response.
enum DecisionReasons {
    /// Returns the reasons, each once, with all resources that it is about.
    static func text(_ resources: [ResourceID], _ verdicts: [AuthorizationPolicy.Verdict]) -> String {
        var reasons: [(verdict: AuthorizationPolicy.Verdict, resources: [ResourceID])] = []
        for (resource, verdict) in zip(resources, verdicts) {
            let place = reasons.firstIndex { $0.verdict.reason == verdict.reason && $0.verdict.rest == verdict.rest }
            if let place {
                reasons[place].resources.append(resource)
            } else {
                reasons.append((verdict, [resource]))
            }
        }
        return reasons.map { verdict, about in
            guard let rest = verdict.rest else { return verdict.reason }
            let isOnlyPermit = verdict.denial == nil && resources.count == 1
            return "\(verdict.reason) \(isOnlyPermit ? "this resource" : Naming.list(about.map(\.rawValue)))\(rest)"
        }.joined(separator: " ")
    }
}
