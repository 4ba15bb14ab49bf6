import TVSimEntitlementAPI
import TVSimStructuredText

/// The temporary pass of a decision request.
enum TemporaryPass: Sendable {
    /// The MVPD is not a temporary pass.
    case none
    /// The pass and its trials.
    case trials(TemporaryTrials)
    /// The pass cannot be used: its configuration permits nothing, or the request does not name the user.
    case unusable(AuthorizationPolicy.Verdict)

    /// Finds the pass of a request.
    ///
    /// An error of the pass is inside each decision, as in the documentation's samples. The profile endpoints fail the
    /// whole request instead.
    ///
    /// Adobe Pass REST API V2, Temporary access flows.
    ///
    /// - Throws: `StateError` if the state cannot be read. An unusable pass is a value.
    static func find(
        _ request: ProtectedRequest, holder: Holder, integration: Integration, takingIdentity: Bool = true
    ) throws -> TemporaryPass {
        do {
            let trials = try TemporaryTrials(
                request, holder: holder, integration: integration, takingIdentity: takingIdentity)
            return trials.map(TemporaryPass.trials) ?? .none
        } catch let refusal as Refusal {
            guard case .enhanced(let code, _) = refusal.words else { throw refusal }
            // The refusal is inside each decision, and its reason is theirs.
            if let input = refusal.input { request.base.inputs.note(input) }
            return .unusable(
                AuthorizationPolicy.Verdict(source: .temppass, denial: code, userID: "", reason: refusal.reason))
        }
    }
}
