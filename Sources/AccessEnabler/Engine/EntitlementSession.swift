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
    let worldTransport: (any EntitlementTransport)?

    /// The requestor that is set; `nil` after a `setRequestor` that failed.
    var requestor: Requestor?
    /// The requestor that the app last named, whether or not it could be set: the one whose sign-in may be under way.
    var requestorID: String?
    /// Where the sign-in of that requestor stands.
    var signIn = SignInFlow()
    /// What the app asked for with the `getAuthentication` that the sign-in belongs to.
    var authenticationRequest = AuthenticationRequest()
    /// How often the app was to be shown its own dialog.
    var dialogsShown = 0
    /// How often it had been when it made the call that is carried out.
    var dialogsSeen = 0
    /// Where the logouts stand.
    var logouts = LogoutFlow()
    /// What the app set with `setOptions`.
    var options = SDKOptions()
    /// The decisions of `checkPreauthorizedResources` and `preauthorize`.
    var preauthorizations = PreauthorizationCache()
    /// To whom those decisions, and the denials, belong.
    var person: StoredToken.Person?
    /// How often in a row a resource was denied to the person, by the resource as `exactKey`.
    var denials: [String: Int] = [:]
    /// What the last exchange found, until somebody asks for it.
    var exchangeReport: ExchangeReport?

    init(app: RunningApp, softwareStatement: String, worldTransport: (any EntitlementTransport)?) {
        self.app = app
        self.softwareStatement = softwareStatement
        self.worldTransport = worldTransport
    }

    /// Carries out one call, and returns when it has come to rest.
    ///
    /// The app had been shown its own dialog as often as `dialogsSeen` says when it made the call.
    func perform(_ call: AppCall, dialogsSeen: Int, emit: @escaping Emit) async throws {
        self.dialogsSeen = dialogsSeen
        switch call {
        case .setRequestor(let id, let addresses):
            try await setRequestor(id, addresses: addresses, emit: emit)
        case .checkAuthentication:
            try await checkAuthentication(emit: emit)
        case .getAuthentication(let request):
            try note(request.ignored + request.data.ignored, of: "getAuthentication")
            try await getAuthentication(request, for: .authentication, emit: emit)
        case .setSelectedProvider(let mvpd):
            try await selectProvider(mvpd, emit: emit)
        case .handleExternalURL(let url):
            try await handle(url, emit: emit)
        case .setOptions(let options):
            try note(options.ignored, of: "setOptions")
            if let trouble = options.trouble { try record("setOptions", "taken, and to be refused", trouble) }
            use(options)
        case .checkStorage(let check):
            try checkStorage(check)
        case .timePassed:
            try await proceed(.timePassed(try now()), emit: emit)
        case .getSelectedProvider:
            try getSelectedProvider(emit: emit)
        case .getMetadata(let request):
            try await getMetadata(request, emit: emit)
        case .checkPreauthorizedResources(let resources, let usesCache):
            try await checkPreauthorizedResources(resources, usingCache: usesCache, emit: emit)
        case .preauthorize(let request, let answer):
            let outcome = try await preauthorize(request)
            answer(requestor?.configuration.reportsEnhancedErrors == false ? outcome.withoutReasons : outcome)
        case .checkAuthorization(let resource, let data):
            try note(data.ignored, of: "checkAuthorization")
            try await authorize(resource, data: data, authenticating: false, emit: emit)
        case .getAuthorization(let resource, let data):
            try note(data.ignored, of: "getAuthorization")
            try await authorize(resource, data: data, authenticating: true, emit: emit)
        case .logout:
            try await logout(emit: emit)
        }
    }

    /// When the service is to be asked next about a sign-in on a second screen; `nil`: not at all.
    var pollPause: Range<Date>? { signIn.pause }

    func takeExchangeReport() -> ExchangeReport? {
        defer { exchangeReport = nil }
        return exchangeReport
    }

    /// Looks after the storage before anything else is done.
    private func checkStorage(_ check: IntegrityCheckType) throws {
        switch check {
        case .INTEGRITY_CHECK_NONE: return
        case .INTEGRITY_CHECK_ALL:
            guard let damaged = try StorageCheck.removeAllIfDamaged(of: app) else { return }
            try record("storage", "removed", "'\(damaged)' could not be read")
        case .INTEGRITY_CHECK_CLEAR:
            try TokenStorage.update(of: app) { $0.clear() }
            try record("storage", "cleared", "the app asked for it")
        }
    }

    private func use(_ options: SDKOptions) {
        self.options = options
        requestor?.use(options.client)
    }

    /// Forgets what was decided for another person, or another requestor's app.
    func forgetDecisions() {
        forgetPreauthorizations()
        denials = [:]
        person = nil
    }

    /// Forgets what was decided without a promise.
    ///
    /// How often a person was denied something is forgotten with the person alone: an app that sets its requestor each time
    /// it comes to the foreground hears of repeated denials too.
    func forgetPreauthorizations() {
        preauthorizations = PreauthorizationCache()
    }

    /// Has what is decided from now on belong to the person of a token; another app may have put it in the place of the one
    /// before.
    func decide(for token: StoredToken) {
        if person != token.person { forgetDecisions() }
        person = token.person
    }

    /// Leaves in the journal what of a call's arguments says nothing.
    private func note(_ ignored: [String], of call: String) throws {
        for reason in ignored { try record(call, "argument ignored", reason) }
    }

    func now() throws -> Date {
        try app.device.simulation.clock.now()
    }

    func record(_ event: String, _ outcome: String, _ reason: String) throws {
        try app.device.simulation.journal.record(
            room: "AccessEnabler", event: event, outcome: outcome, reason: reason)
    }
}
