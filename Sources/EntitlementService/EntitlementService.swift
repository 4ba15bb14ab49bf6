package import Foundation
package import HTTPTypes
package import TVSimCore
import TVSimEntitlementAPI

/// The entitlement service: client registration, configuration, sessions, profiles, decisions, media tokens, logout and
/// degradation.
///
/// The service is a function from HTTP requests to HTTP responses over the state of a simulated world. It has no state
/// of its own, so several instances, also in several processes, act as one service. It does not know the device or the
/// identity providers; its inputs are requests and its configuration.
package struct EntitlementService: Sendable {
    let context: ServiceContext

    /// The world's clock, identifiers, faults, journal and state.
    var simulation: Simulation { context.simulation }

    /// Creates the service of a world.
    ///
    /// - Parameters:
    ///   - simulation: The world.
    ///   - contracts: The source of the MVPDs' contracts.
    ///   - backChannel: The way of the service's own requests to MVPDs.
    ///   - deviceStatus: The source of the device's framework status; `nil` for a service without a device.
    package init(
        simulation: Simulation, contracts: any MVPDMetadataSource = FixedMVPDMetadata(),
        backChannel: any BackChannel = NoBackChannel(), deviceStatus: DeviceStatus.Source? = nil
    ) {
        context = ServiceContext(
            simulation: simulation, contracts: contracts, backChannel: backChannel, deviceStatus: deviceStatus)
    }

    /// Returns the response of a server.
    ///
    /// The faults `timeout`, `unreachable` and `untrusted` become a gateway's 504 or 503.
    ///
    /// - Throws: ``TransportFailure`` for a fault `hang` or `connectionClosed`, where the client gets no complete
    ///   response. Also the errors of ``exchange(_:body:at:)`` for failures of the simulator.
    package func respond(
        to request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) throws -> (response: HTTPResponse, body: Data) {
        try answer(request, body: body, at: served) { failure in
            let status = failure.code == .timeout ? 504 : 503
            return ServiceAnswer(status: status, outcome: "\(status)", reason: failure.description)
        }
    }

    /// Returns the response that a client behind a network gets.
    ///
    /// - Parameters:
    ///   - request: The request, with the documented path and without a world's prefix.
    ///   - body: The request's body.
    ///   - served: The address that the client used.
    /// - Returns: The response, which may be an error response.
    /// - Throws: ``TransportFailure`` if a transport fault applies to the request. `StateError` if the state cannot be
    ///   read or written; no response of the platform may stand for that. Error responses are returned, not thrown.
    package func exchange(
        _ request: HTTPRequest, body: Data, at served: ServedAddress = .inProcess
    ) throws -> (response: HTTPResponse, body: Data) {
        try answer(request, body: body, at: served) { throw $0 }
    }

    private func answer(
        _ request: HTTPRequest, body: Data, at served: ServedAddress,
        insteadOfFailing gateway: (TransportFailure) throws -> ServiceAnswer
    ) throws -> (response: HTTPResponse, body: Data) {
        var circumstances = Circumstances()
        do {
            let failure: TransportFailure
            let isTold: Bool
            switch try outcome(of: request, body: body, at: served, &circumstances) {
            case .answer(var answer):
                if let due = circumstances.due, !due.shape.isByProxy { answer = due.shape.applied(to: answer) }
                if let shape = answer.shape { answer = shape.applied(to: answer) }
                // The clock is read before the journal is written, which ends the state that the request reads.
                let rendered = rendered(answer)
                let delay = answer.shape?.delay ?? circumstances.due?.shape.delay ?? 0
                // A server holds the answer back. In process no time passes, but a client has given up by then.
                let isTooLate = delay >= FaultShape.patience
                if isTooLate { circumstances.due?.replacesAnswer() }
                record(answer, of: request, circumstances)
                if let server = JournalScope.current {
                    server.hold(for: delay)
                } else if isTooLate {
                    return self.rendered(
                        try gateway(TransportFailure(.timeout, "The service did not answer in time.")))
                }
                return rendered
            case .failure(let struck): (failure, isTold) = (struck, true)
            case .silence(let struck): (failure, isTold) = (struck, false)
            }
            record(.none(because: "A configured fault applies: \(failure.description)"), of: request, circumstances)
            let shape = circumstances.due?.shape ?? FaultShape()
            JournalScope.current?.hold(for: shape.delay ?? 0)
            guard isTold else { throw failure }
            return rendered(shape.applied(to: try gateway(failure), isByProxy: true))
        } catch let trouble where !(trouble is TransportFailure) {
            record(.none(because: "The simulator failed: \(trouble)"), of: request, circumstances)
            throw trouble
        }
    }

    /// What happens to a request.
    enum Outcome {
        case answer(ServiceAnswer)
        /// A client behind a network gets no response; a client of a server gets a gateway's response.
        case failure(TransportFailure)
        /// No client gets a complete response.
        case silence(TransportFailure)
    }

    private func outcome(
        of request: HTTPRequest, body: Data, at served: ServedAddress, _ circumstances: inout Circumstances
    ) throws -> Outcome {
        do {
            return try dispatch(request, body: body, at: served, &circumstances)
        } catch let refusal as Refusal {
            return .answer(refused(refusal))
        }
    }

    private func dispatch(
        _ request: HTTPRequest, body: Data, at served: ServedAddress, _ circumstances: inout Circumstances
    ) throws -> Outcome {
        let target = request.path ?? "/"
        guard target.utf8.count <= RequestLimits.target else {
            throw Refusal(
                .internalError(status: 404, "The path is unknown."),
                "The request's target is longer than \(RequestLimits.target) bytes.")
        }
        let route: Route
        switch RouteMatch(request.method, RequestTarget(target).path) {
        case .found(let endpoint, let parameters):
            route = Route(endpoint, parameters)
            circumstances.endpoint = endpoint
            circumstances.asked = asked(of: body, route)
        case .wrongMethod(let endpoints): return .answer(wrongMethod(request.method, of: endpoints))
        case .unknown:
            if let legacy = LegacyPath(RequestTarget(target).path) { return .answer(replaced(legacy)) }
            let hint = Endpoint.nearest(to: RequestTarget(target).path).map { " Did you mean \($0.template)?" } ?? ""
            throw Refusal(
                .internalError(status: 404, "The path is unknown.\(hint)"), "No endpoint has this path.\(hint)")
        }
        guard let type = route.endpoint.service else {
            throw Refusal(
                .internalError(status: 404, "The path is unknown."), "The service does not implement the endpoint.")
        }
        var now = try simulation.clock.now()
        if let answer = try Throttling.refusal(of: request, route, in: context, at: now) {
            return .answer(answer)
        }
        // A fault inside a response applies later, because the request may fail for another reason first.
        let endpoint = route.endpoint
        let faults = try simulation.faults.draw(
            FaultOperation(endpoint.fault), about: try facts(of: request, body: body, route, at: now)
        ) { endpoint.fault(inside: $0) == nil ? .early : .late }
        let due = faults.due
        circumstances.due = due
        if let due, due.error == nil, let answer = due.shape.proxyAnswer { return .answer(answer) }
        do {
            let strike = try due?.error.map { try Self.strike($0, on: endpoint) }
            if case .whole(let outcome)? = strike { return outcome }
            if case .clock(let ahead)? = strike { now += ahead }
            let base = ServiceRequest(
                route: route, fields: request.headerFields, rawQuery: String(RequestTarget(target).query), body: body,
                now: now, served: served, inputs: circumstances.inputs, faults: faults)
            return .answer(try answer(base, type))
        } catch let refusal as Refusal {
            throw refusal.inFormat(of: endpoint)
        }
    }

    private func answer(_ base: ServiceRequest, _ type: any ServiceEndpoint.Type) throws -> ServiceAnswer {
        if base.body.count > RequestLimits.body {
            let reason = "The body is larger than \(RequestLimits.body) bytes."
            let endpoint = base.route.endpoint
            switch (endpoint.errors, endpoint.body) {
            case (.page, let body):
                return BrowserPage.refused(Refusal(body?.malformed ?? .unreadableRequest, reason))
            case (.registration, _): throw Refusal(registration: .invalidRequest, reason)
            case (.enhanced, let body?), (.singleSignOn, let body?):
                throw Refusal(body.malformed, reason, details: reason)
            // This endpoint does not read a body.
            case (.enhanced, nil), (.singleSignOn, nil): break
            }
        }
        switch type.init(context: context) {
        case let endpoint as any OpenEndpoint:
            try RequestAuthorizer(context: context).admitOpen(base)
            let answer = try endpoint.answer(base)
            base.noteUnread()
            return answer
        case let endpoint as any ProtectedEndpoint:
            let request = try RequestAuthorizer(context: context).admit(base)
            return try Refusal.naming(client: request.client.id) {
                var answer = try endpoint.answer(request)
                answer.client = request.client.id
                base.noteUnread()
                return answer
            }
        default:
            throw Refusal(.internalServerError, "The endpoint is neither open nor protected.")
        }
    }

    private func refused(_ refusal: Refusal) -> ServiceAnswer {
        // A store that fails must not hide the error response.
        let trace = (try? simulation.identifiers.uuid()) ?? "00000000-0000-4000-8000-000000000000"
        return (try? ServiceAnswer(refusal, trace: trace))
            ?? ServiceAnswer(status: 500, outcome: "internal_server_error", reason: refusal.reason)
    }

    /// Returns the answer to a path of an interface that REST API V2 has replaced.
    private func replaced(_ legacy: LegacyPath) -> ServiceAnswer {
        var answer = refused(
            Refusal(.internalError(status: LegacyPath.status, legacy.explanation), legacy.explanation))
        // The simulator has not failed: it refuses the request, whatever the class of the status is.
        answer.verdict = .refused
        answer.details = ["interface": legacy.interface.rawValue, "successor": legacy.successor]
        return answer
    }

    private func wrongMethod(_ method: HTTPRequest.Method, of endpoints: [Endpoint]) -> ServiceAnswer {
        let names = RouteMatch.allowed(by: endpoints).joined(separator: ", ")
        let refusal = Refusal(
            .internalError(status: 405, "The path does not support the method."),
            "The path supports \(names), not \(method.rawValue).")
        var answer =
            endpoints.contains(where: \.isOpenedByBrowsers)
            ? BrowserPage.refused(refusal) : refused(refusal.inFormat(of: endpoints[0]))
        answer.fields[.allow] = names
        return answer
    }

    private func rendered(_ answer: ServiceAnswer) -> (response: HTTPResponse, body: Data) {
        var fields = answer.fields
        if !answer.body.isEmpty, fields[.contentType] == nil { fields[.contentType] = "application/json;charset=UTF-8" }
        // A fault may have set them.
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        if fields[.date] == nil, let now = try? simulation.clock.now() { fields[.date] = HTTPDate.format(now) }
        return HTTPResponse(status: .init(code: answer.status), headerFields: fields).carrying(answer.body)
    }

    private func record(_ answer: ServiceAnswer, of request: HTTPRequest, _ circumstances: Circumstances) {
        // The client gets the response even if the journal cannot be written.
        try? simulation.journal.record(
            RequestDecision(
                answer, circumstances.inputs.fates, about: circumstances.asked, method: request.method.rawValue,
                path: RequestTarget(request.path ?? "/").path.prefix(256),
                endpoint: circumstances.endpoint?.name, visitor: request.headerFields[.visitorIdentifier]),
            fault: answer.fault ?? circumstances.due?.strike)
    }
}

/// What becomes known of a request before its answer, and belongs into the journal even if the answer is an error.
private struct Circumstances {
    /// The endpoint; `nil` if the path leads to none.
    var endpoint: Endpoint?
    /// The MVPD and the resources that the request names.
    var asked = FaultFacts()
    /// The fault that strikes; `nil` if none does.
    var due: MatchedFault?
    /// What has become of the inputs.
    let inputs = RequestInputs()
}
