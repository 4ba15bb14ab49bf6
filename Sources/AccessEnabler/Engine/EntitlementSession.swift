import EntitlementAPI
import Foundation
import SSOBridge
import SimulatedDevice
import SimulationCore

/// What the SDK knows between two calls of one app, and how each call is carried out.
///
/// An actor, because the state belongs to one call after another; the engine sees to it that calls do not overlap.
actor EntitlementSession {
    /// Receives a callback as soon as it comes about.
    typealias Emit = @Sendable (Callback) -> Void

    /// A call that waits for the person's choice in the app's own dialog; any number can.
    enum Pending: Equatable {
        case authentication
        case authorization(resource: String)
    }

    let app: RunningApp
    let softwareStatement: String
    private let worldTransport: (any EntitlementTransport)?

    /// The requestor that is set; `nil` after a `setRequestor` that failed.
    var requestor: Requestor?
    var pending: [Pending] = []
    /// What the last exchange found, until somebody asks for it.
    var exchangeFindings: [ConditionFinding]?

    /// A requestor with its configuration and the way to its service.
    struct Requestor {
        let id: String
        let configuration: ConfigurationResponse
        let client: EntitlementClient

        func mvpd(_ id: String) -> ConfiguredMVPD? {
            configuration.requestor.mvpds.first { $0.id == id }
        }
    }

    init(app: RunningApp, softwareStatement: String, worldTransport: (any EntitlementTransport)?) {
        self.app = app
        self.softwareStatement = softwareStatement
        self.worldTransport = worldTransport
    }

    /// Carries out one call, and returns when it has come to rest.
    func perform(_ call: AppCall, emit: @escaping Emit) async throws {
        switch call {
        case .setRequestor(let id, let addresses):
            try await setRequestor(id, addresses: addresses, emit: emit)
        case .checkAuthentication:
            try await checkAuthentication(emit: emit)
        case .getAuthentication(let request):
            try await getAuthentication(request, for: .authentication, emit: emit)
        case .setSelectedProvider(let mvpd):
            try selectProvider(mvpd, emit: emit)
        case .getSelectedProvider:
            try getSelectedProvider(emit: emit)
        case .getMetadata(let request):
            try await getMetadata(request, emit: emit)
        case .checkAuthorization(let resource):
            try await authorize(resource, authenticating: false, emit: emit)
        case .getAuthorization(let resource):
            try await authorize(resource, authenticating: true, emit: emit)
        case .logout:
            try await logout(emit: emit)
        }
    }

    func takeExchangeFindings() -> [ConditionFinding]? {
        defer { exchangeFindings = nil }
        return exchangeFindings
    }

    /// The way to the service at some addresses: the current simulation's, where the addresses are its own or none.
    func transport(to addresses: [String]) -> (any EntitlementTransport)? {
        guard addresses.isEmpty || addresses.contains(where: ServiceAddress.isSimulated) else { return nil }
        return worldTransport
    }

    func now() throws -> Date {
        try app.device.simulation.clock.now()
    }

    func record(_ event: String, _ outcome: String, _ reason: String) throws {
        try app.device.simulation.journal.record(
            room: "AccessEnabler", event: event, outcome: outcome, reason: reason)
    }
}

/// The addresses of the entitlement service that a simulation stands for.
enum ServiceAddress {
    private static let hosts: Set<String> = [
        "sp.auth.adobe.com", "sp.auth-staging.adobe.com", "api.auth.adobe.com", "api.auth-staging.adobe.com",
    ]

    /// Whether an address, with or without a scheme, is one of them.
    static func isSimulated(_ address: String) -> Bool {
        let url = address.contains("://") ? address : "https://" + address
        return URLComponents(string: url)?.host.map { hosts.contains($0.lowercased()) } ?? false
    }
}
