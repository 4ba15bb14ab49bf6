import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// A request from a registered app about a known service provider.
struct ProtectedRequest: Sendable {
    /// The request.
    let base: ServiceRequest
    /// The app.
    let client: ClientRecord
    /// The service's configuration.
    let configuration: ServiceConfiguration
    /// The service provider, with the settings for the platform of the device.
    private(set) var requestor: ServiceConfiguration.Requestor

    var route: Route { base.route }
    var now: Date { base.now }

    /// Returns the owner of the profiles that the request is about.
    ///
    /// - Throws: ``Refusal`` without a valid device identifier.
    func holder() throws -> Holder {
        Holder(clientID: client.id, device: try base.deviceIdentifier(), serviceProvider: requestor.id)
    }

    /// Returns the request with the settings for the device that started a session, such as the TV of a second screen.
    func about(_ session: SessionRecord) throws -> ProtectedRequest {
        var request = self
        request.requestor = try configuration.requestor(of: session, at: now) ?? requestor
        return request
    }

    /// Returns the active integration with the MVPD of the path.
    ///
    /// - Throws: ``Refusal`` if the MVPD is unknown, or if the service provider has no active integration with it.
    func integration() throws -> Integration { try integration(route.mvpd) }

    /// Returns the active integration with an MVPD.
    ///
    /// - Throws: ``Refusal`` as ``integration()`` does.
    func integration(_ mvpd: MVPDID) throws -> Integration {
        guard configuration.knows(mvpd: mvpd) else {
            throw Refusal(.invalidParameterMVPD, flaw(of: mvpd, found: Naming.quoted(mvpd.rawValue)))
        }
        return try active(requestor.integration(mvpd), mvpd: mvpd)
    }

    /// Returns an active integration.
    ///
    /// - Throws: ``Refusal`` if the integration is missing or switched off.
    func active(_ integration: Integration?, mvpd: MVPDID) throws -> Integration {
        guard let integration else {
            let others = configuration.requestors.filter { $0.integration(mvpd) != nil }.map(\.id.rawValue)
            throw Refusal(
                .invalidIntegration,
                flaw(of: mvpd, found: "\(Naming.quoted(mvpd.rawValue)), which \(Naming.list(others)) integrates"))
        }
        guard integration.enabled else {
            throw Refusal(
                .invalidIntegration,
                "The integration of '\(requestor.id)' with '\(mvpd)' is disabled: its setting enabled is false."
            ).because(of: integration.setting("enabled", .bool(false), of: requestor.id))
        }
        return integration
    }

    private func flaw(of mvpd: MVPDID, found: String) -> InputFate {
        InputFate(
            "mvpd", .value, found: found,
            expected: "an MVPD that '\(requestor.id)' integrates, of "
                + Naming.known(requestor.integrations.map(\.mvpd.rawValue), insteadOf: mvpd.rawValue))
    }
}

/// Checks the requirements of a request's endpoint.
struct RequestAuthorizer {
    let context: ServiceContext

    private var simulation: Simulation { context.simulation }

    /// Admits a request with a valid access token, a known service provider and the required headers, checked in this
    /// order.
    ///
    /// - Throws: ``Refusal`` for any other request.
    func admit(_ request: ServiceRequest) throws -> ProtectedRequest {
        let clientID = try clientID(of: request)
        return try Refusal.naming(client: clientID) { try admit(request, of: clientID) }
    }

    /// Admits a request to an endpoint without an access token.
    ///
    /// - Throws: ``Refusal`` in the endpoint's error format.
    func admitOpen(_ request: ServiceRequest) throws {
        guard request.route.endpoint.takes(.deviceInformation), request.deviceHeader == nil else { return }
        let configuration = try simulation.store.read { try context.configuration(in: $0) }
        try Self.requireHeaders(of: request, configuration)
    }

    /// Checks the headers that the endpoint requires.
    ///
    /// The validity of a framework status is not checked here, because its effect depends on the endpoint.
    ///
    /// - Throws: ``Refusal`` in the endpoint's error format.
    private static func requireHeaders(of request: ServiceRequest, _ configuration: ServiceConfiguration) throws {
        let endpoint = request.route.endpoint
        if endpoint.required.contains(.deviceIdentifier) { _ = try request.deviceIdentifier() }
        guard endpoint.takes(.deviceInformation), request.deviceHeader == nil else { return }
        let isStrict = configuration.strictDeviceInformation
        let isRegistration = if case .registration = endpoint.errors { true } else { false }
        if request.fields[.deviceInformation] != nil {
            // Shipped clients send other formats, and the service answers them. See Differences, S-84.
            guard isStrict else { return request.inputs.note(request.deviceInformationFlaw) }
        } else {
            let isRequired = endpoint.required.contains(.deviceInformation) || isStrict && isRegistration
            guard isRequired, !request.isFromBrowser else { return }
        }
        let flaw = request.deviceInformationFlaw
        throw isRegistration ? Refusal(registration: .invalidRequest, flaw) : Refusal(.invalidHeaderDeviceInfo, flaw)
    }

    private func admit(_ request: ServiceRequest, of clientID: ClientID) throws -> ProtectedRequest {
        func wrongClient(
            _ code: EnhancedErrorCode, _ found: String, _ expected: String, by check: InputCheck = .client
        ) -> Refusal {
            Refusal(
                code.answered(with: request.route.endpoint.wrongClientStatus),
                InputFate(HTTPField.Name.authorization.rawName, check, found: found, expected: expected))
        }
        let found = try simulation.store.read { state in
            let client = try state.value(for: ServiceDocument.client(clientID))
            return (
                configuration: try context.configuration(in: state),
                client: client,
                isRevoked: try client.map {
                    try state.value(for: ServiceDocument.revocation($0.statementID)) ?? false
                } ?? false
            )
        }
        guard let client = found.client, client.id == clientID else {
            throw wrongClient(
                .invalidAccessTokenClientApplication,
                "\(Naming.quoted(clientID.rawValue)), which is not registered in this world",
                "a client of POST \(Endpoint.register.template)")
        }
        guard !found.isRevoked else {
            throw wrongClient(
                .invalidAccessTokenClientApplication,
                "'\(client.id)', whose software statement for '\(client.software)' was revoked",
                "one of a statement that is not revoked")
        }
        guard !found.configuration.appsWithoutV2.contains(client.software) else {
            throw wrongClient(
                .invalidAccessTokenClientApplication,
                "'\(client.id)' of the app '\(client.software)', whose software statement has no scope for REST API V2",
                "one of an app that is not among appsWithoutV2")
        }
        let serviceProvider = try Self.serviceProvider(of: request)
        guard let requestor = found.configuration.requestor(serviceProvider) else {
            let known = found.configuration.requestors.map(\.id.rawValue)
            throw Refusal(
                .invalidParameterServiceProvider,
                InputFate(
                    request.route.parameters["serviceProvider"] == nil ? "requestor_id" : "serviceProvider", .value,
                    found: Naming.quoted(serviceProvider.rawValue),
                    expected: "a service provider of the world, of "
                        + Naming.known(known, insteadOf: serviceProvider.rawValue)))
        }
        guard client.serviceProviders?.contains(requestor.id) ?? true else {
            throw wrongClient(
                .invalidAccessTokenServiceProvider,
                "\(Naming.list((client.serviceProviders ?? []).map(\.rawValue))), by the client's software statement",
                "'\(requestor.id)'", by: .serviceProvider)
        }
        try Self.requireHeaders(of: request, found.configuration)
        if found.configuration.checksDevice { try checkFrameworkStatus(of: request, client: client) }
        return ProtectedRequest(
            base: request, client: client, configuration: found.configuration,
            requestor: try requestor.on(request.device, at: request.now))
    }

    /// Refuses a framework status that the client's device would not have given (Differences, S-115).
    ///
    /// - Throws: ``Refusal`` with the code of the difference; `StateError` if the device cannot be read.
    private func checkFrameworkStatus(of request: ServiceRequest, client: ClientRecord) throws {
        guard request.route.endpoint.takes(.frameworkStatus), let source = context.deviceStatus,
            let status = request.header(.frameworkStatus).flatMap(PartnerFrameworkStatus.init(headerValue:)),
            let refusal = try source(client.software).refusal(of: status)
        else { return }
        throw refusal
    }

    /// Returns the service provider that a request names: in its path, or in its query if the path names none.
    private static func serviceProvider(of request: ServiceRequest) throws -> RequestorID {
        if let id = request.route.parameters["serviceProvider"] { return RequestorID(id) }
        guard let id = try request.query().value("requestor_id"), !id.isEmpty else {
            throw Refusal(.invalidParameterServiceProvider, "The field 'requestor_id' is missing.")
        }
        return RequestorID(id)
    }

    private func clientID(of request: ServiceRequest) throws -> ClientID {
        guard let token = request.bearerToken else {
            let name = HTTPField.Name.authorization
            guard request.fields[name] != nil else {
                throw Refusal(.invalidAccessTokenClientApplication, "The request has no bearer token.")
            }
            let scheme = request.header(name)?.split(separator: " ").first ?? ""
            throw Refusal(
                .invalidAccessTokenClientApplication,
                request.flaw(of: name)
                    ?? InputFate(
                        name.rawName, .form,
                        found: scheme.lowercased() == "bearer"
                            ? "'Bearer' without one token" : "not that of a bearer token (RFC 6750, 2.1)",
                        expected: "'Bearer', a blank and the access token"))
        }
        switch try AccessTokens.judge(token.token, at: request.now) {
        case .client(let id): return id
        case .refused(let flaw): throw Refusal(.invalidAccessTokenClientApplication, flaw)
        }
    }
}
