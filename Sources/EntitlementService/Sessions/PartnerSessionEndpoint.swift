import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/v2/{serviceProvider}/sessions/sso/{partner}`: returns the next step of a sign-in through the partner.
struct PartnerSessionEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        try PartnerRules.requireApple(request.route)
        let parameters = PartnerSessionRequest(form: try request.base.form())
        try RedirectAddress.require(parameters.redirectURL)
        try RedirectAddress.requireDomains(parameters.domainName, parameters.redirectURL, of: request)
        let holder = try request.holder()
        let header = request.base.header(.frameworkStatus)
        let conditions = PartnerConditions(of: request)
        let named = try FrameworkStatusPolicy.named(header, requestor: request.requestor)
            .map { named in try conditions.naming { try request.active(named, mvpd: named.mvpd) } }
        let shelf = try simulation.store.read { try $0.value(for: ServiceDocument.profiles(holder)) }
        let status = FrameworkStatusPolicy.judge(request)
        status.note(in: request)
        let step = PartnerSessionPolicy.next(
            named: named, status: status, shelf: shelf ?? StoredProfiles(), platform: request.base.device.platform,
            missing: parameters.missingParameters, at: request.now)
        var answer = try answer(request, holder: holder, step: step, parameters: parameters)
        answer.values.conditions = conditions.held
        if answer.verdict == .fellBack { answer.values.setting = conditions.setting }
        return answer
    }

    private func answer(
        _ request: ProtectedRequest, holder: Holder, step: PartnerSessionPolicy.Step,
        parameters: PartnerSessionRequest
    ) throws -> ServiceAnswer {
        let sessionID = try simulation.identifiers.uuid()
        var session: SessionResponse
        let reason: String
        switch step {
        case .authorize(let mvpd, let type, let why):
            session = SessionResponse(
                .authorize, .direct, type, sessionID: sessionID, serviceProvider: holder.serviceProvider)
            session.mvpd = mvpd
            session.url = Endpoint.authorize.route(holder.serviceProvider, mvpd: mvpd).path
            reason = why
        case .askPartner(let integration):
            session = SessionResponse(
                .partnerProfile, .direct, .none, sessionID: sessionID, serviceProvider: holder.serviceProvider)
            session.mvpd = integration.mvpd
            session.url = Endpoint.partnerProfile.route(holder.serviceProvider).path
            session.authenticationRequest = try requestFromPartner(request, holder: holder, integration: integration)
            reason = "The framework status is valid, and single sign-on is enabled for '\(integration.mvpd)'."
        case .fallBack(let mvpd, let type, let why):
            session = try fallback(
                request, holder: holder, mvpd: mvpd, reason: type, parameters: parameters, sessionID: sessionID)
            reason = why
        }
        var answer = try ServiceAnswer(
            session, outcome: "\(session.actionName.rawValue) \(session.reasonType.rawValue)", reason: reason,
            details: ["serviceProvider": holder.serviceProvider.rawValue, "mvpd": session.mvpd?.rawValue ?? ""])
        if case .fallBack = step { answer.verdict = .fellBack }
        return answer
    }

    /// Creates a SAML request and stores it until it is answered.
    private func requestFromPartner(
        _ request: ProtectedRequest, holder: Holder, integration: Integration
    ) throws -> SessionResponse.AuthenticationRequest {
        let id = try request.configuration.saml.partnerRequestID ?? simulation.identifiers.xmlIdentifier()
        let saml = try PartnerSAML.request(
            id: id, to: integration, for: holder.serviceProvider, configuration: request.configuration,
            at: request.now)
        try simulation.store.write { state in
            var pending = try state.value(for: ServiceDocument.pending(holder)) ?? PendingRequests()
            pending.put(
                .init(
                    id: id, notBefore: request.now,
                    notAfter: request.now.addingTimeInterval(SessionRecord.validity)),
                mvpd: integration.mvpd, at: request.now)
            try simulation.sweeper.sweep(at: request.now, in: state)
            try state.setValue(pending, for: ServiceDocument.pending(holder))
        }
        return .init(request: saml, attributesNames: integration.contract.members.attributeNames)
    }

    /// Starts a classic sign-in with a code, as the fallback of the partner's.
    private func fallback(
        _ request: ProtectedRequest, holder: Holder, mvpd: MVPDID?, reason: SessionResponse.ReasonType,
        parameters: PartnerSessionRequest, sessionID: String
    ) throws -> SessionResponse {
        let now = request.now
        var draft = SessionRecord(
            code: "", sessionID: sessionID, clientID: holder.clientID, fingerprint: holder.device.fingerprint,
            serviceProvider: holder.serviceProvider, mvpd: mvpd, domainName: parameters.domainName,
            redirectURL: parameters.redirectURL, notBefore: now,
            notAfter: now.addingTimeInterval(SessionRecord.validity))
        draft.device = request.base.shownDevice
        draft.fellBack = true
        let record = try SessionStorage(simulation: simulation).open(draft, at: now)

        let missing = record.missingParameters
        var session: SessionResponse
        if missing.isEmpty {
            session = SessionResponse(
                .authenticate, .interactive, reason, sessionID: sessionID, serviceProvider: holder.serviceProvider)
            session.url = Endpoint.authenticate.route(holder.serviceProvider, code: record.code).path
        } else {
            session = SessionResponse(
                .resume, .direct, .missingParametersFallback, sessionID: sessionID,
                serviceProvider: holder.serviceProvider)
            session.url = Endpoint.resume.route(holder.serviceProvider, code: record.code).path
            session.missingParameters = missing
        }
        session.show(record)
        return session
    }
}
