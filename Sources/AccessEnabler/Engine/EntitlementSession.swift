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

    let app: RunningApp
    let softwareStatement: String
    private let worldTransport: (any EntitlementTransport)?

    /// The requestor that is set; `nil` after a `setRequestor` that failed.
    var requestor: Requestor?
    /// Where the sign-in of the requestor stands.
    var signIn = SignInFlow()
    /// What the app asked for with the `getAuthentication` that the sign-in belongs to.
    var authenticationRequest = AuthenticationRequest()
    /// What is left of a logout: the pages that the app is still to load.
    var logoutPages: [LogoutPage] = []
    /// What the app set with `setOptions`.
    var options = SDKOptions()
    /// The decisions of `checkPreauthorizedResources` and `preauthorize`.
    var preauthorizations = PreauthorizationCache()
    /// What the last exchange found, until somebody asks for it.
    var exchangeFindings: [ConditionFinding]?

    /// A requestor with its configuration and the way to its service.
    struct Requestor {
        let id: String
        let configuration: ConfigurationResponse
        let client: EntitlementClient
        /// Where its service is, for pages that a person opens: scheme, authority, and what stands before the paths.
        let address: String

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
            try await selectProvider(mvpd, emit: emit)
        case .handleExternalURL(let url):
            try await handle(url, emit: emit)
        case .setOptions(let options):
            use(options)
        case .timePassed:
            try await proceed(.timePassed(try now()), emit: emit)
        case .getSelectedProvider:
            try getSelectedProvider(emit: emit)
        case .getMetadata(let request):
            try await getMetadata(request, emit: emit)
        case .checkPreauthorizedResources(let resources, let usesCache):
            try await checkPreauthorizedResources(resources, usingCache: usesCache, emit: emit)
        case .preauthorize(let request, let answer):
            answer(try await preauthorize(request))
        case .checkAuthorization(let resource, let data):
            try await authorize(resource, data: data, authenticating: false, emit: emit)
        case .getAuthorization(let resource, let data):
            try await authorize(resource, data: data, authenticating: true, emit: emit)
        case .logout:
            try await logout(emit: emit)
        }
    }

    /// When the service is to be asked next about a sign-in on a second screen; `nil`: not at all.
    var nextPoll: Date? { signIn.nextPoll }

    func takeExchangeFindings() -> [ConditionFinding]? {
        defer { exchangeFindings = nil }
        return exchangeFindings
    }

    private func use(_ options: SDKOptions) {
        self.options = options
        requestor?.client.use(options.client)
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
