import EntitlementAPI
package import Foundation
package import HTTPTypes
package import SimulationCore

/// The entitlement back end: client registration, configuration, sessions, profiles, decisions, media tokens, logout,
/// degradation.
///
/// The service is a function on real HTTP messages over the state of a simulated world; it keeps nothing of its own, so
/// any number of them, in any number of processes, are one service. It does not know the device nor the identity
/// providers: what it believes comes in requests and in its configuration.
package struct EntitlementService: Sendable {
    let context: ServiceContext

    /// The world's clock, identifiers, faults, journal and state.
    var simulation: Simulation { context.simulation }

    /// Creates the service of a world.
    ///
    /// - Parameters:
    ///   - simulation: The world.
    ///   - contracts: Where the contracts of MVPDs are looked up.
    package init(simulation: Simulation, contracts: any MVPDContracts = GivenContracts()) {
        context = ServiceContext(simulation: simulation, contracts: contracts)
    }

    /// Answers a request as a server does; the faults `timeout`, `unreachable` and `untrusted` become a gateway's 504 or 503.
    ///
    /// - Throws: ``TransportFailure`` when a fault `hang` or `connectionClosed` strikes the request's operation, of which a
    ///   client hears nothing, or not the whole; what ``exchange(_:body:at:)`` throws for the simulator's own trouble.
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) async throws -> (response: HTTPResponse, body: Data) {
        try await answer(request, body: body, at: served) { failure in
            let status = failure.code == .timeout ? 504 : 503
            return ServiceAnswer(status: status, outcome: "\(status)", reason: failure.description)
        }
    }

    /// Answers a request, as a client behind a network sees it.
    ///
    /// - Parameters:
    ///   - request: The request; its path is the documented one, whatever stood before it.
    ///   - body: What it carries.
    ///   - served: By which address the client came.
    /// - Returns: The answer; a refusal is one too.
    /// - Throws: ``TransportFailure`` when a fault of the transport strikes the request's operation; `StateError` when the
    ///   state cannot be read or written, which no answer of the platform may stand for. An error that the service answers
    ///   with is not thrown.
    package func exchange(
        _ request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) async throws -> (response: HTTPResponse, body: Data) {
        try await answer(request, body: body, at: served) { throw $0 }
    }

    private func answer(
        _ request: HTTPRequest, body: Data, at served: ServedAddress,
        insteadOfFailing gateway: (TransportFailure) throws -> ServiceAnswer
    ) async throws -> (response: HTTPResponse, body: Data) {
        var fault: FaultStrike?
        do {
            let failure: TransportFailure
            let isTold: Bool
            switch try await outcome(of: request, body: body, at: served, struckBy: &fault) {
            case .answer(let answer):
                record(answer, of: request, struckBy: fault)
                return rendered(answer)
            case .failure(let struck): (failure, isTold) = (struck, true)
            case .silence(let struck): (failure, isTold) = (struck, false)
            }
            record(.none(because: "A fault was asked for: \(failure.description)"), of: request, struckBy: fault)
            guard isTold else { throw failure }
            return rendered(try gateway(failure))
        } catch let trouble where !(trouble is TransportFailure) {
            record(.none(because: "The simulator failed: \(trouble)"), of: request, struckBy: fault)
            throw trouble
        }
    }

    private enum Outcome {
        case answer(ServiceAnswer)
        /// A client behind a network gets no answer; a client of a server gets a gateway's answer.
        case failure(TransportFailure)
        /// No client gets a complete answer.
        case silence(TransportFailure)
    }

    private func outcome(
        of request: HTTPRequest, body: Data, at served: ServedAddress, struckBy fault: inout FaultStrike?
    ) async throws -> Outcome {
        do {
            return try await dispatch(request, body: body, at: served, struckBy: &fault)
        } catch let refusal as Refusal {
            return .answer(refused(refusal))
        }
    }

    private func dispatch(
        _ request: HTTPRequest, body: Data, at served: ServedAddress, struckBy fault: inout FaultStrike?
    ) async throws -> Outcome {
        let target = request.path ?? "/"
        guard target.utf8.count <= RequestLimits.target else {
            throw Refusal(.internalError(status: 404, "There is no such path."), "The request's target is too long.")
        }
        let route: Route
        switch RouteMatch(request.method, RequestTarget(target).path) {
        case .found(let endpoint, let parameters): route = Route(endpoint, parameters)
        case .wrongMethod(let endpoints): return .answer(wrongMethod(request.method, of: endpoints))
        case .unknown:
            throw Refusal(.internalError(status: 404, "There is no such path."), "No endpoint has this path.")
        }
        guard let type = route.endpoint.service else {
            throw Refusal(.internalError(status: 404, "There is no such path."), "The endpoint is not answered here.")
        }
        var now = try simulation.clock.now()
        if let answer = try Throttling.refusal(of: request, route, in: context, at: now) {
            return .answer(answer)
        }
        // A fault inside an answer waits for an ordinary answer, because the request may fail for another reason before.
        let endpoint = route.endpoint
        fault = try simulation.faults.take(FaultOperation(endpoint.fault)) { endpoint.fault(inside: $0) != nil }
        let strike = try fault.map { try Self.strike($0.error, on: endpoint) }
        if case .whole(let outcome)? = strike { return outcome }
        if case .clock(let ahead)? = strike { now += ahead }
        let base = ServiceRequest(
            route: route, fields: request.headerFields, rawQuery: String(RequestTarget(target).query), body: body,
            now: now, served: served)
        return .answer(try await answer(base, type))
    }

    private func answer(_ base: ServiceRequest, _ type: any ServiceEndpoint.Type) async throws -> ServiceAnswer {
        if base.body.count > RequestLimits.body {
            let reason = "The body is larger than \(RequestLimits.body) bytes."
            let endpoint = base.route.endpoint
            switch (endpoint.errors, endpoint.body) {
            case (.page, let body):
                return BrowserPage.refused(Refusal(body?.malformed ?? .unreadableRequest, reason))
            case (.registration, _): throw Refusal(registration: .invalidRequest, reason)
            case (.enhanced, let body?): throw Refusal(body.malformed, reason, details: reason)
            // The endpoint reads no body.
            case (.enhanced, nil): break
            }
        }
        switch type.init(context: context) {
        case let endpoint as any OpenEndpoint:
            try Gate.requireHeaders(of: base)
            return try await endpoint.answer(base)
        case let endpoint as any ProtectedEndpoint:
            let request = try await Gate(context: context).admit(base)
            return try await Refusal.naming(client: request.client.id) {
                var answer = try await endpoint.answer(request)
                answer.details["client"] = request.client.id.rawValue
                return answer
            }
        default:
            throw Refusal(.internalServerError, "The endpoint is neither open nor protected.")
        }
    }

    private enum Strike {
        case whole(Outcome)
        case clock(ahead: TimeInterval)
    }

    /// Returns what a fault makes of a whole request.
    private static func strike(_ error: String, on endpoint: Endpoint) throws -> Strike {
        let reason = "A fault was asked for: \(error)."
        switch ServiceFault(error, of: endpoint.fault) {
        case .status(let status):
            return .whole(.answer(try StatusFault.answer(status, of: endpoint, reason: reason)))
        case .enhanced(let code) where endpoint.isOpenedByBrowsers:
            return .whole(.answer(BrowserPage.refused(Refusal(code, reason))))
        case .enhanced(.invalidAccessTokenServiceProvider):
            let code = EnhancedErrorCode.invalidAccessTokenServiceProvider
            throw Refusal(code.answered(with: endpoint.wrongClientStatus), reason)
        case .enhanced(let code):
            throw Refusal(code, reason)
        case .registration(let code):
            throw Refusal(registration: code, reason)
        case .timeout:
            return .whole(.failure(TransportFailure(.timeout, "The service did not answer in time.")))
        case .hang:
            return .whole(.silence(TransportFailure(.timeout, "The service does not answer.")))
        case .unreachable:
            return .whole(.failure(TransportFailure(.unreachable, "The service cannot be reached.")))
        case .connectionClosed:
            return .whole(.silence(TransportFailure(.interrupted, "The connection ended before the answer was whole.")))
        case .untrusted:
            return .whole(
                .failure(TransportFailure(.untrusted, "The service's certificate is not to be trusted.")))
        case .wrongClock:
            return .clock(ahead: 7_200)
        case .malformed where endpoint.isOpenedByBrowsers:
            return .whole(.answer(BrowserPage.brokenOff(reason: reason)))
        case .malformed:
            var answer = ServiceAnswer(status: endpoint.successStatus, outcome: "fault", reason: reason)
            answer.body = Data("{\"".utf8)
            return .whole(.answer(answer))
        case nil:
            throw Refusal(.internalServerError, "The fault '\(error)' is none that the operation takes.")
        }
    }

    private func refused(_ refusal: Refusal) -> ServiceAnswer {
        // A store that fails must not hide the refusal.
        let trace = (try? simulation.identifiers.uuid()) ?? "00000000-0000-4000-8000-000000000000"
        return (try? ServiceAnswer(refusal, trace: trace))
            ?? ServiceAnswer(status: 500, outcome: "internal_server_error", reason: refusal.reason)
    }

    private func wrongMethod(_ method: HTTPRequest.Method, of endpoints: [Endpoint]) -> ServiceAnswer {
        let names = RouteMatch.allowed(by: endpoints).joined(separator: ", ")
        let refusal = Refusal(
            .internalError(status: 405, "The method is not allowed here."),
            "The path takes \(names), not \(method.rawValue).")
        var answer = endpoints.contains(where: \.isOpenedByBrowsers) ? BrowserPage.refused(refusal) : refused(refusal)
        answer.fields[.allow] = names
        return answer
    }

    private func rendered(_ answer: ServiceAnswer) -> (response: HTTPResponse, body: Data) {
        var fields = answer.fields
        if !answer.body.isEmpty, fields[.contentType] == nil { fields[.contentType] = "application/json;charset=UTF-8" }
        fields[.cacheControl] = "no-store"
        if let now = try? simulation.clock.now() { fields[.date] = HTTPDate.format(now) }
        return (HTTPResponse(status: .init(code: answer.status), headerFields: fields), answer.body)
    }

    private func record(_ answer: ServiceAnswer, of request: HTTPRequest, struckBy fault: FaultStrike?) {
        let path = RequestTarget(request.path ?? "/").path
        let status = answer.status == 0 ? "" : "\(answer.status) "
        // The client gets the answer even if the journal cannot be written.
        try? simulation.journal.record(
            room: "EntitlementService", event: "\(request.method.rawValue) \(path.prefix(256))",
            outcome: status + answer.outcome, reason: answer.reason, details: answer.details,
            fault: answer.fault ?? fault)
    }
}
