import EntitlementAPI
import Identifiers

/// What a decision finds where the MVPD may be one of temporary access.
enum TemporaryPass: Sendable {
    /// The MVPD is a real one.
    case none
    /// A pass, and the trials that there are of it.
    case trials(TemporaryTrials)
    /// A pass that gives nobody access, or not to a person who is not named.
    case unusable(AuthorizationPolicy.Verdict)

    /// Finds the pass.
    ///
    /// What stands in its way is said inside each decision, as the documentation's samples of decisions do; the endpoints of
    /// profiles refuse the whole request. spec entitlement § 2.8.
    ///
    /// - Throws: What the state throws; a pass that cannot be used is a value.
    static func find(
        _ request: ProtectedRequest, holder: Holder, integration: Integration, takingIdentity: Bool = true
    ) throws -> TemporaryPass {
        do {
            let trials = try TemporaryTrials(
                request, holder: holder, integration: integration, takingIdentity: takingIdentity)
            return trials.map(TemporaryPass.trials) ?? .none
        } catch let refusal as Refusal {
            guard case .enhanced(let code, _) = refusal.words else { throw refusal }
            return .unusable(
                AuthorizationPolicy.Verdict(source: .temppass, denial: code, userID: "", reason: refusal.reason))
        }
    }
}
