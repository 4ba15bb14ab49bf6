import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}`: returns which of several resources the user may
/// watch.
///
/// The decisions are informative: they have no token and no validity, and the service does not store them.
struct PreauthorizeEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let integration = try request.integration()
        let requested = try ResourceRules.resources(
            in: request.base.body, limit: integration.preauthorizationResourceLimit)
        // Observed: the MVPD's response, and so the service's, has no decision about them. See Differences, S-102.
        let resources = requested.filter { !integration.ungatedResources.contains($0) }
        let holder = try request.holder()
        let verdicts = try verdicts(on: resources, request, holder: holder, integration: integration)
        let decisions = try zip(resources, verdicts).map { resource, verdict in
            var decision = ResourceDecision(
                resource: resource, serviceProvider: holder.serviceProvider, mvpd: integration.mvpd,
                authorized: verdict.denial == nil, source: verdict.source)
            if let denial = verdict.denial {
                decision.error = EnhancedError(
                    denial, details: verdict.details, trace: try simulation.identifiers.uuid())
            }
            return decision
        }
        var answer = try ServiceAnswer(
            DecisionsResponse(decisions: decisions),
            outcome: verdicts.map { $0.denial?.name ?? "permit" }.joined(separator: ", "),
            reason: DecisionReasons.text(resources, verdicts),
            details: ["mvpd": integration.mvpd.rawValue, "resources": requested.joined(separator: " ")])
        answer.codes = verdicts.compactMap(\.denial?.name)
        answer.verdict = verdicts.contains { $0.denial == nil } || verdicts.isEmpty ? .ok : .refused
        let fault = verdicts.lazy.compactMap(\.fault).first
        (answer.fault, answer.shape) = (fault?.strike, fault?.shape)
        answer.values.said = .init(of: resources, verdicts)
        answer.values.setting = verdicts.lazy.compactMap { $0.denial == nil ? nil : $0.setting }.first
        let traces = decisions.compactMap { $0.error?.trace }
        if !traces.isEmpty { answer.details["trace"] = traces.joined(separator: " ") }
        return answer
    }

    private func verdicts(
        on resources: [ResourceID], _ request: ProtectedRequest, holder: Holder, integration: Integration
    ) throws -> [AuthorizationPolicy.Verdict] {
        // This endpoint ignores AP-TempPass-Identity, so the device identifies a promotional pass.
        switch try TemporaryPass.find(request, holder: holder, integration: integration, takingIdentity: false) {
        case .trials(let trials):
            let access = try simulation.store.read { try trials.access(in: $0, at: request.now) }
            let fault = try takeFault(inside: request, about: resources)
            return resources.map { TemporaryProfile.verdict(on: $0, access, fault: fault) }
        case .unusable(let verdict):
            return resources.map { _ in verdict }
        case .none:
            let standing = try AuthenticationState.find(
                request, holder: holder, integration: integration, in: simulation.store)
            let fault = try takeFault(inside: request, about: resources)
            let renewal = SessionRenewal(of: request, integration, holder, in: context)
            return try resources.map { resource in
                if let fault, fault.denies(resource) {
                    return AuthorizationPolicy.byFault(fault, userID: standing.userID)
                }
                if let ruled = AuthorizationPolicy.byRule(standing, integration: integration, at: request.now) {
                    return ruled
                }
                if let obstacle = try renewal.obstacle(for: standing.userID) { return obstacle }
                return AuthorizationPolicy.inAdvance(
                    resource, userID: standing.userID, integration: integration, at: request.now)
            }
        }
    }
}

extension AuthorizationPolicy {
    /// Returns a preauthorization decision: like an authorization, but the MVPD's denial has another code.
    static func inAdvance(
        _ resource: ResourceID, userID: UserID, integration: Integration, at now: Date
    ) -> Verdict {
        var verdict = byMVPD(resource, userID: userID, integration: integration, isInAdvance: true, at: now)
        if verdict.denial == .authorizationDeniedByMVPD { verdict.denial = .preauthorizationDeniedByMVPD }
        return verdict
    }
}
