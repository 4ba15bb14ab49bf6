import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// `POST /api/v2/{serviceProvider}/profiles/sso/{partner}`: creates a profile from the partner's SAML response, once.
struct PartnerProfileEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        try PartnerRules.requireApple(request.route)
        let integration = try signedIn(request)
        let holder = try request.holder()
        let response = PartnerProfileRequest(form: try request.base.form(orRefuse: .invalidParameterSAMLResponse))
        guard let samlResponse = response.samlResponse, !samlResponse.isEmpty else {
            let kind = ForeignBody.kind(request.base.body, type: request.base.header(.contentType))
            throw Refusal(
                .invalidParameterSAMLResponse,
                response.samlResponse == nil
                    ? "The form field 'SAMLResponse' is missing\(kind.map { ": \($0)" } ?? "")."
                    : "The form field 'SAMLResponse' is empty.")
        }
        if integration.degradation == .authenticateAll {
            return try DegradedProfile.answer(to: holder, integration: integration, at: request.now)
        }
        let platform = request.base.device.platform
        if let obstacle = PartnerSignOnPolicy.obstacle(integration, platform: platform) {
            // Nothing is created, and the response stays usable. See Differences, S-14.
            var answer = try BasicProfile.answer(
                to: request, holder: holder, integration: integration, in: simulation)
            answer.reason = obstacle + " " + answer.reason
            answer.verdict = .fellBack
            answer.values.setting = PartnerSignOnPolicy.setting(
                integration, platform: platform, of: request.requestor.id)
            return answer
        }
        let pending = try pendingRequest(request, holder: holder, mvpd: integration.mvpd)
        let verified = try believed(
            samlResponse, request: request, integration: integration, requestID: pending.id)
        let profile = try accept(
            verified, request: request, holder: holder, integration: integration, requestID: pending.id)
        let shown = try MetadataEncryption.apply(
            to: [integration.mvpd: profile], for: request.requestor, drawingFrom: simulation.identifiers)
        var answer = try ServiceAnswer(
            ProfilesResponse(profiles: shown.profiles), status: 201, outcome: "appleSSO",
            reason: (["The SAML response passed every policy."] + verified.notes).joined(separator: " ") + shown.note,
            details: ["mvpd": integration.mvpd.rawValue, "inResponseTo": pending.id, "assertion": verified.assertionID])
        answer.values.conditions = [true]
        return answer
    }

    /// Returns the active integration of the provider in the framework status.
    ///
    /// - Throws: ``Refusal`` if the status is invalid or the integration is not active.
    private func signedIn(_ request: ProtectedRequest) throws -> Integration {
        switch FrameworkStatusPolicy.judge(
            request.base.header(.frameworkStatus), requestor: request.requestor, at: request.now)
        {
        case .invalid(let code, let reason): throw Refusal(code, reason)
        case .valid(let integration): return try request.active(integration, mvpd: integration.mvpd)
        }
    }

    /// Returns the pending SAML request that the response must answer.
    ///
    /// - Throws: ``Refusal`` if no request is pending with the MVPD.
    private func pendingRequest(
        _ request: ProtectedRequest, holder: Holder, mvpd: MVPDID
    ) throws -> PendingRequests.Request {
        let pending = try simulation.store.read { try $0.value(for: ServiceDocument.pending(holder)) }
        if let found = pending?.request(mvpd: mvpd, at: request.now) { return found }
        guard pending?.isEmpty(at: request.now) ?? true else {
            throw Refusal(
                .invalidHeaderPFSProviderIDMismatch,
                "A SAML request is pending with another MVPD, but not with '\(mvpd)'.")
        }
        throw Refusal(
            .invalidParameterSAMLResponse, "No SAML request is pending for this response.",
            details: "inResponseTo: no request is pending")
    }

    private func believed(
        _ samlResponse: String, request: ProtectedRequest, integration: Integration, requestID: String
    ) throws -> VerifiedResponse {
        // Base64 may contain white space: the documentation tells clients to collapse it, not to remove it.
        guard let xml = StrictBase64.octets(samlResponse) else {
            throw Refusal(
                .invalidParameterSAMLResponse,
                "The SAML response is not valid Base64. \(PastedText.flaw(ofField: samlResponse) ?? "")")
        }
        let verdict = try ReplayCache.judging(from: integration.mvpd, in: simulation.store, at: request.now) {
            PartnerSAML.judge(
                xml, from: Data(samlResponse.utf8), configuration: request.configuration, integration: integration,
                requestID: requestID,
                at: request.now, isReplay: $0)
        }
        switch verdict {
        case .valid(let response): return response
        case .invalid(let failures):
            // The provider has answered, and the service does not believe it.
            var refusal = Refusal(failures)
            refusal.values.conditions = [true]
            throw refusal
        }
    }

    /// Stores the profile, and prevents a second use of the request and of the assertion.
    private func accept(
        _ response: VerifiedResponse, request: ProtectedRequest, holder: Holder, integration: Integration,
        requestID: String
    ) throws -> EntitlementProfile {
        let now = request.now
        let subject = AuthenticatedSubject(response, allowing: request.configuration.saml.clockSkew)
        let profile = EntitlementProfile(
            subject, type: .appleSSO, issuer: EntitlementProfile.appleIssuer, integration: integration, at: now)
        try simulation.store.write { state in
            var pending = try state.value(for: ServiceDocument.pending(holder)) ?? PendingRequests()
            try ReplayCache.accept(
                subject.proof, until: subject.proofEnds, from: integration.mvpd,
                isStillPending: pending.request(mvpd: integration.mvpd, at: now)?.id == requestID, at: now, in: state,
                sweptBy: simulation.sweeper)
            pending.remove(mvpd: integration.mvpd)
            try state.setValue(pending.requests.isEmpty ? nil : pending, for: ServiceDocument.pending(holder))
            try ProfileStorage.put(
                profile, mvpd: integration.mvpd, holder: holder, at: now, in: state, sweptBy: simulation.sweeper)
        }
        return profile
    }
}
