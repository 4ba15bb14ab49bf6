import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage
import XMLSecurity

/// A request from a registered app about a known service provider.
struct ProtectedRequest: Sendable {
    /// The request.
    let base: ServiceRequest
    /// The app.
    let client: ClientRecord
    /// The service's configuration.
    let configuration: ServiceConfiguration
    /// The service provider.
    let requestor: ServiceConfiguration.Requestor

    var route: Route { base.route }
    var now: Date { base.now }

    /// Whose profiles the request is about.
    ///
    /// - Throws: ``Refusal`` when the device does not say which it is.
    func holder() throws -> Holder {
        Holder(clientID: client.id, device: try base.deviceIdentifier(), serviceProvider: requestor.id)
    }

    /// The active integration with the MVPD of the path.
    ///
    /// - Throws: ``Refusal`` when nobody knows the MVPD, or the service provider has no active integration with it.
    func integration() throws -> Integration {
        guard configuration.knows(mvpd: route.mvpd) else {
            throw Refusal(.invalidParameterMVPD, "No service provider integrates the MVPD '\(route.mvpd)'.")
        }
        return try active(requestor.integration(route.mvpd), mvpd: route.mvpd)
    }

    /// Returns an integration that is active.
    ///
    /// - Throws: ``Refusal`` when there is none, or it is switched off.
    func active(_ integration: Integration?, mvpd: String) throws -> Integration {
        guard let integration else {
            throw Refusal(.invalidIntegration, "'\(requestor.id)' does not integrate the MVPD '\(mvpd)'.")
        }
        guard integration.enabled else {
            throw Refusal(.invalidIntegration, "The integration of '\(requestor.id)' with '\(mvpd)' is switched off.")
        }
        return integration
    }
}

/// Lets a request in that carries a valid access token, names a known service provider, and has the headers that its
/// endpoint demands; judged in this order.
struct Gate {
    let context: ServiceContext

    private var simulation: Simulation { context.simulation }

    func admit(_ request: ServiceRequest, to endpoint: any ProtectedEndpoint) async throws -> ProtectedRequest {
        let clientID = try await clientID(of: request)
        return try await Refusal.naming(client: clientID) { try admit(request, of: clientID, to: endpoint) }
    }

    private func admit(
        _ request: ServiceRequest, of clientID: String, to endpoint: any ProtectedEndpoint
    ) throws -> ProtectedRequest {
        let type = type(of: endpoint)
        func wrongClient(_ code: EnhancedErrorCode, _ reason: String) -> Refusal {
            Refusal(code.answered(with: type.statusOfWrongClient), reason)
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
        guard let client = found.client, client.id.isExactly(clientID) else {
            throw wrongClient(.invalidAccessTokenClientApplication, "The client of the access token is not registered.")
        }
        guard !found.isRevoked else {
            throw wrongClient(
                .invalidAccessTokenClientApplication, "The software statement of the client has been revoked.")
        }
        let serviceProvider = try type.serviceProvider(of: request)
        guard let requestor = found.configuration.requestor(serviceProvider) else {
            throw Refusal(
                .invalidParameterServiceProvider, "No service provider '\(serviceProvider)' is configured.")
        }
        guard client.serviceProviders?.contains(exactly: requestor.id) ?? true else {
            throw wrongClient(
                .invalidAccessTokenServiceProvider, "The client's statement is not for '\(requestor.id)'.")
        }
        for requirement in request.route.endpoint.requirements {
            switch requirement {
            case .deviceIdentifier: _ = try request.deviceIdentifier()
            case .deviceInformation: _ = try request.deviceInformation()
            // The token is judged above; what a framework status is worth depends on the endpoint.
            case .accessToken, .frameworkStatus: break
            }
        }
        return ProtectedRequest(
            base: request, client: client, configuration: found.configuration, requestor: requestor)
    }

    private func clientID(of request: ServiceRequest) async throws -> String {
        guard let token = request.bearerToken else {
            throw Refusal(.invalidAccessTokenClientApplication, "The request carries no bearer token.")
        }
        switch try await AccessTokens.judge(token.token, at: request.now) {
        case .client(let id): return id
        case .refused(let reason): throw Refusal(.invalidAccessTokenClientApplication, reason)
        }
    }
}
