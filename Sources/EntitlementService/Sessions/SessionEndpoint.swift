import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `POST /api/v2/{serviceProvider}/sessions`: starts a sign-in at an MVPD.
struct SessionEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let parameters = try SessionParameters(request)
        let integration = try parameters.request.mvpd.map { try request.integration($0) }
        let holder = try request.holder()
        var record = SessionRecord(
            code: "", sessionID: try simulation.identifiers.uuid(), clientID: holder.clientID,
            fingerprint: holder.device.fingerprint, serviceProvider: holder.serviceProvider, mvpd: nil,
            domainName: nil, redirectURL: nil, notBefore: request.now,
            notAfter: request.now.addingTimeInterval(SessionRecord.validity))
        record.device = request.base.shownDevice
        record.supply(parameters.request)
        let identity = try SharedIdentity.find(request, in: simulation.store)
        record.sharedIdentity = identity
        let sources = try simulation.store.read { try ProfileSources(holder, sharing: identity, in: $0) }
        let step = SessionPolicy.next(record, integration: integration, sources: sources, at: request.now)
        if let integration, case .authenticate = step { sources.noteHidden(integration, in: request) }
        if case .authorize = step { return try SessionAnswer.answer(step, record, missing: .resume) }
        let kept = try SessionStorage(simulation: simulation).open(record, at: request.now)
        return try SessionAnswer.answer(step, kept, missing: .resume, to: request.base)
    }
}

/// `POST /api/v2/{serviceProvider}/sessions/{code}`: adds missing parameters to a session.
struct ResumeEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let parameters = try SessionParameters(request)
        let keeping = SessionStorage(simulation: simulation)
        // One transaction, so that two screens do not overwrite each other's parameters.
        let (record, integration, sources) = try simulation.store.write { state in
            var record = try keeping.findUnused(
                code: request.route.code, serviceProvider: request.requestor.id, at: request.now, in: state)
            record.supply(parameters.request)
            // The validation precedes the write, so an invalid request changes nothing.
            let integration = try record.mvpd.map { try request.about(record).integration($0) }
            try state.setValue(record, for: ServiceDocument.session(record.code))
            return (record, integration, try ProfileSources(record.holder, sharing: record.sharedIdentity, in: state))
        }
        let step = SessionPolicy.next(record, integration: integration, sources: sources, at: request.now)
        return try SessionAnswer.answer(step, record, missing: .retry, to: request.base)
    }
}

/// `GET /api/v2/{serviceProvider}/sessions/{code}`: returns a session's existing and missing parameters, and its
/// device.
struct SessionInformationEndpoint: ProtectedEndpoint {
    let context: ServiceContext

    func answer(_ request: ProtectedRequest) throws -> ServiceAnswer {
        let record = try simulation.store.read { state in
            try SessionStorage(simulation: simulation).find(
                code: request.route.code, serviceProvider: request.requestor.id, at: request.now, in: state)
        }
        var information = SessionInformation(
            existingParameters: .init(
                mvpd: record.mvpd, domainName: record.domainName, redirectUrl: record.redirectURL,
                serviceProvider: record.serviceProvider),
            device: DeviceInformation(members: record.device).description,
            notBefore: MillisecondsText(record.notBefore), notAfter: MillisecondsText(record.notAfter))
        let missing = record.missingParameters
        information.missingParameters = missing.isEmpty ? nil : missing
        return try ServiceAnswer(
            information, outcome: "\(missing.count) missing", reason: "The code is valid.",
            details: ["mvpd": record.mvpd?.rawValue ?? ""])
    }
}

/// The validated parameters of a sign-in.
struct SessionParameters {
    let request: SessionRequest

    /// Reads a request's form.
    ///
    /// - Throws: ``Refusal`` if the body is not a form or the redirect URL is invalid.
    init(_ request: ProtectedRequest) throws {
        self.request = SessionRequest(form: try request.base.form())
        try RedirectAddress.require(self.request.redirectURL)
        try RedirectAddress.requireDomains(self.request.domainName, self.request.redirectURL, of: request)
    }
}

/// Creates the response with the app's next step.
enum SessionAnswer {
    /// The action for missing parameters: resume in the first response, retry in later ones.
    enum Missing {
        case resume, retry
    }

    static func answer(
        _ step: SessionPolicy.Step, _ record: SessionRecord, missing: Missing, to request: ServiceRequest? = nil
    ) throws -> ServiceAnswer {
        func response(
            _ name: SessionResponse.ActionName, _ type: SessionResponse.ActionType, _ reason: SessionResponse.ReasonType
        ) -> SessionResponse {
            SessionResponse(
                name, type, reason, sessionID: record.sessionID, serviceProvider: record.serviceProvider)
        }
        var session: SessionResponse
        let reason: String
        switch step {
        case .authorize(let mvpd, let why):
            // With a code, every kind of sign-in gives the same reason.
            let isSignedIn = missing == .retry && why == .authenticatedSSO
            session = response(.authorize, .direct, isSignedIn ? .authenticated : why)
            session.mvpd = mvpd
            session.url = Endpoint.authorize.route(record.serviceProvider, mvpd: mvpd).path
            reason = "The app needs no sign-in with '\(mvpd)'."
        case .supply(let names):
            session = response(missing == .resume ? .resume : .retry, .direct, .none)
            session.show(record)
            session.url = Endpoint.resume.route(record.serviceProvider, code: record.code).path
            session.missingParameters = names
            let isJSON = request?.body.first == UInt8(ascii: "{")
            reason =
                "The sign-in still needs \(names.joined(separator: ", "))."
                + (isJSON ? " The body is JSON, but this request takes the fields of a form." : "")
        case .authenticate:
            session = response(.authenticate, .interactive, .none)
            session.show(record)
            session.url = Endpoint.authenticate.route(record.serviceProvider, code: record.code).path
            reason = "The user signs in on the MVPD's page."
        }
        var answer = try ServiceAnswer(
            session, outcome: "\(session.actionName.rawValue) \(session.reasonType.rawValue)", reason: reason,
            details: ["serviceProvider": record.serviceProvider.rawValue, "mvpd": session.mvpd?.rawValue ?? ""])
        answer.values.needs =
            switch step {
            case .authorize: nil
            case .supply: .parameters
            case .authenticate: .user
            }
        return answer
    }
}
