import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}`: decides whether resources may be watched now.
struct AuthorizeEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let integration = try request.integration()
        let resources = try ResourceRules.resources(
            in: request.base.body, limit: integration.authorizationResourceLimit)
        if let broken = resources.first(where: MediaRSS.isBroken) {
            throw Refusal(
                .invalidParameterResources,
                "The resource '\(broken.rawValue.prefix(64))' starts like XML but is malformed.")
        }
        let holder = try request.holder()
        let pass = try TemporaryPass.find(request, holder: holder, integration: integration)
        let verdicts = try verdicts(on: resources, request, holder: holder, integration: integration, pass: pass)
        let decisions = try zip(resources, verdicts).map { resource, verdict in
            try decision(on: resource, verdict: verdict, holder: holder, integration: integration, at: request.now)
        }
        var answer = try ServiceAnswer(
            DecisionsResponse(decisions: decisions),
            outcome: verdicts.map { $0.denial?.name ?? "permit" }.joined(separator: ", "),
            reason: DecisionReasons.text(resources, verdicts),
            details: ["mvpd": integration.mvpd.rawValue, "resources": resources.joined(separator: " ")])
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

    /// Returns a decision for each resource, from the temporary pass or the profile.
    private func verdicts(
        on resources: [ResourceID], _ request: ProtectedRequest, holder: Holder, integration: Integration,
        pass: TemporaryPass
    ) throws -> [AuthorizationPolicy.Verdict] {
        switch pass {
        case .trials(let trials):
            let fault = try takeFault(inside: request, about: resources)
            return try resources.map { resource in
                try TemporaryProfile.verdict(
                    on: resource, trials, fault: fault, in: simulation.store, at: request.now)
            }
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
                return try verdict(
                    on: resource, standing: standing, holder: holder, integration: integration, renewal,
                    at: request.now)
            }
        }
    }

    /// Returns a decision from a rule, a stored decision or the MVPD.
    private func verdict(
        on resource: ResourceID, standing: AuthenticationState, holder: Holder, integration: Integration,
        _ renewal: SessionRenewal, at now: Date
    ) throws -> AuthorizationPolicy.Verdict {
        if let ruled = AuthorizationPolicy.byRule(standing, integration: integration, at: now) { return ruled }
        let userID = standing.userID
        let key = ServiceDocument.decisions(holder, mvpd: integration.mvpd)
        let asksMVPD = try simulation.store.read { state in
            try state.value(for: key)?.entry(resource: resource, userID: userID, at: now) == nil
        }
        if asksMVPD, let obstacle = try renewal.obstacle(for: userID) { return obstacle }
        return try simulation.store.write { state in
            var shelf = try state.value(for: key) ?? StoredDecisions()
            if let kept = shelf.entry(resource: resource, userID: userID, at: now) {
                return AuthorizationPolicy.again(kept)
            }
            let verdict = AuthorizationPolicy.byMVPD(resource, userID: userID, integration: integration, at: now)
            if verdict.denial == nil {
                try ProfileStorage.learn(
                    integration.contract.members.member(userID)?.authorizationAttributes ?? [:], of: userID,
                    mvpd: integration.mvpd, holder: holder, at: now, in: state)
            }
            if let window = verdict.window {
                shelf.put(
                    .init(
                        userID: userID, denial: verdict.denial?.name, details: verdict.details, notBefore: window.from,
                        notAfter: window.until),
                    resource: resource, at: now)
                try simulation.sweeper.sweep(at: now, in: state)
                try state.setValue(shelf, for: key)
            }
            return verdict
        }
    }

    /// Creates the response's decision from a verdict; a permit gets a new media token.
    private func decision(
        on resource: ResourceID, verdict: AuthorizationPolicy.Verdict, holder: Holder, integration: Integration,
        at now: Date
    ) throws -> ResourceDecision {
        var decision = ResourceDecision(
            resource: resource, serviceProvider: holder.serviceProvider, mvpd: integration.mvpd,
            authorized: verdict.denial == nil, source: verdict.source)
        decision.notBefore = verdict.window.map { Milliseconds($0.from) }
        decision.notAfter = verdict.window.map { Milliseconds($0.until) }
        if let denial = verdict.denial {
            decision.error = EnhancedError(denial, details: verdict.details, trace: try simulation.identifiers.uuid())
        } else {
            // A token must not outlive its decision.
            let end = min(now.addingTimeInterval(integration.mediaTokenTTL), verdict.window?.until ?? .distantFuture)
            let token = MediaToken(
                id: try simulation.identifiers.uuid(),
                userID: verdict.userID, requestorID: holder.serviceProvider, resourceID: resource,
                mvpdID: integration.mvpd, proxyMVPDID: integration.proxy, issued: now, ends: end)
            decision.token = ResourceDecision.Token(
                notBefore: Milliseconds(now), notAfter: Milliseconds(end), serializedToken: try token.serialized())
        }
        return decision
    }
}
