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
    func integration() throws -> Integration {
        guard configuration.knows(mvpd: route.mvpd) else {
            throw Refusal(.invalidParameterMVPD, "No service provider integrates the MVPD '\(route.mvpd)'.")
        }
        return try active(requestor.integration(route.mvpd), mvpd: route.mvpd)
    }

    /// Returns an active integration.
    ///
    /// - Throws: ``Refusal`` if the integration is missing or switched off.
    func active(_ integration: Integration?, mvpd: MVPDID) throws -> Integration {
        guard let integration else {
            throw Refusal(.invalidIntegration, "'\(requestor.id)' does not integrate the MVPD '\(mvpd)'.")
        }
        guard integration.enabled else {
            throw Refusal(.invalidIntegration, "The integration of '\(requestor.id)' with '\(mvpd)' is disabled.")
        }
        return integration
    }
}

/// Checks the requirements of a request's endpoint.
struct Gate {
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
            guard isStrict else { return }
        } else {
            let isRequired = endpoint.required.contains(.deviceInformation) || isStrict && isRegistration
            guard isRequired, !request.isFromBrowser else { return }
        }
        let reason = "X-Device-Info is missing or is not a JSON object in Base64."
        throw isRegistration
            ? Refusal(registration: .invalidRequest, reason) : Refusal(.invalidHeaderDeviceInfo, reason)
    }

    private func admit(_ request: ServiceRequest, of clientID: ClientID) throws -> ProtectedRequest {
        func wrongClient(_ code: EnhancedErrorCode, _ reason: String) -> Refusal {
            Refusal(code.answered(with: request.route.endpoint.wrongClientStatus), reason)
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
            throw wrongClient(.invalidAccessTokenClientApplication, "The client of the access token is not registered.")
        }
        guard !found.isRevoked else {
            throw wrongClient(
                .invalidAccessTokenClientApplication, "The software statement of the client has been revoked.")
        }
        guard !found.configuration.appsWithoutV2.contains(client.software) else {
            throw wrongClient(
                .invalidAccessTokenClientApplication,
                "The software statement of the app '\(client.software)' has no scope for REST API V2.")
        }
        let serviceProvider = try Self.serviceProvider(of: request)
        guard let requestor = found.configuration.requestor(serviceProvider) else {
            throw Refusal(
                .invalidParameterServiceProvider, "No service provider '\(serviceProvider)' is configured.")
        }
        guard client.serviceProviders?.contains(requestor.id) ?? true else {
            throw wrongClient(
                .invalidAccessTokenServiceProvider, "The client's statement is not for '\(requestor.id)'.")
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
            throw Refusal(.invalidAccessTokenClientApplication, "The request has no bearer token.")
        }
        switch try AccessTokens.judge(token.token, at: request.now) {
        case .client(let id): return id
        case .refused(let reason): throw Refusal(.invalidAccessTokenClientApplication, reason)
        }
    }
}
